# Finds circles in a list of arrows "a b" (a needs b): each line of the answer is a set of names that need each
# other. Exit status 1 if there is one. (Tarjan's strongly connected components.)
{ to[$1] = to[$1] " " $2; seen[$1]; seen[$2] }
END {
    for (name in seen)
        if (!(name in number))
            visit(name)
    exit found
}
function visit(name,    list, n, i, set, last) {
    number[name] = low[name] = ++count
    stack[++height] = name
    waits[name] = 1
    n = split(to[name], list, " ")
    for (i = 1; i <= n; i++) {
        if (!(list[i] in number)) {
            visit(list[i])
            if (low[list[i]] < low[name]) low[name] = low[list[i]]
        } else if (waits[list[i]] && number[list[i]] < low[name])
            low[name] = number[list[i]]
    }
    if (low[name] < number[name])
        return
    do {
        last = stack[height--]
        waits[last] = 0
        set = set " " last
    } while (last != name)
    if (set != " " name) {
        print "a circle:" set
        found = 1
    }
}
