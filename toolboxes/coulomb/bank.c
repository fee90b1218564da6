/* Oscillators in steps. */
#include "bank_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static void share(rdg_bank_regime *regime, rdg_index count, double *memory, rdg_answers *answers)
{
    *regime = (rdg_bank_regime){
        count, memory, memory + count, memory + 2 * count, memory + 3 * count, memory + 4 * count, answers};
}

static void fill(rdg_bank *b)
{
    const rdg_coulomb *c = b->c;
    const double over = 1.0 / (b->r1 * b->r1);
    double fastest = 1.0;
    for (rdg_index k = 0; k < c->n; k++) {
        b->slip.W[k] = c->wn[k] / b->r1;
        b->slip.D[k] = 0.5 * c->d[k] / b->r1;
        b->slip.f[k] = c->p[k] * over;
        b->slip.row[k] = c->a[k];
        fastest = fmax(fastest, b->slip.W[k]); /* with the contact held the fastest is slower */
    }
    b->h = RDG_PI / (16.0 * fastest);
    for (rdg_index k = 0; k < c->n - 1; k++) {
        b->held.W[k] = c->held_wn[k] / b->r1;
        b->held.D[k] = 0.5 * c->held_d[k] / b->r1;
        b->held.f[k] = c->held_p[k] * over;
        b->held.h[k] = c->held_h[k] / b->r1;
        b->held.row[k] = c->held_z[k];
    }
    rdg_bank_regime *const regimes[] = {&b->slip, &b->held};
    for (int i = 0; i < 2; i++) {
        for (rdg_index k = 0; k < regimes[i]->count; k++) {
            regimes[i]->answers[k] = rdg_answers_after(regimes[i]->W[k], regimes[i]->D[k], b->h);
        }
    }
}

rdg_status rdg_bank_create(const rdg_coulomb *c, double r1, double beta, double mu, rdg_bank **bank)
{
    const rdg_index n = c->n;
    rdg_bank *b = *bank = rdg_context_calloc(c->ctx, 1, sizeof *b);
    if (!b) {
        return RDG_ERR_NO_MEMORY;
    }
    *b = (rdg_bank){.c = c, .r1 = r1, .beta = beta, .bound = mu * beta};
    double *numbers = b->g = rdg_context_calloc(c->ctx, 13 * (size_t)n, sizeof *numbers);
    rdg_answers *answers = rdg_context_calloc(c->ctx, 2 * (size_t)n, sizeof *answers);
    b->slip.answers = answers;
    if (!numbers || !answers) {
        rdg_bank_free(b);
        *bank = NULL;
        return RDG_ERR_NO_MEMORY;
    }
    b->y = numbers + n;
    b->dy = numbers + 2 * n;
    share(&b->slip, n, numbers + 3 * n, answers);
    share(&b->held, n - 1, numbers + 8 * n, answers + n);
    fill(b);
    return RDG_OK;
}

void rdg_bank_free(rdg_bank *bank)
{
    if (bank) {
        rdg_free(bank->g);
        rdg_free(bank->slip.answers);
        rdg_free(bank);
    }
}

void rdg_bank_begin(rdg_bank *b, rdg_contact_regime regime, double tau, const double *state)
{
    const rdg_coulomb *c = b->c;
    const double over = 1.0 / (b->r1 * b->r1);
    b->tau = tau;
    b->is_stuck = regime == RDG_COULOMB_STICK;
    b->now = b->is_stuck ? &b->held : &b->slip;
    if (!b->is_stuck) {
        b->observed_cos = b->observed_constant = 0.0;
        b->observed_sin = c->b;
        for (rdg_index k = 0; k < c->n; k++) {
            b->g[k] = -(double)regime * b->beta * c->a[k] * over;
            b->y[k] = state[k];
            b->dy[k] = state[c->n + k];
        }
        return;
    }
    double stiffness = 0.0; /* of the contact's displacement */
    double damping = 0.0;
    for (rdg_index k = 0; k < c->n; k++) {
        stiffness += c->a[k] * c->wn[k] * c->wn[k] * c->along[k];
        damping += c->a[k] * c->d[k] * c->along[k];
    }
    stiffness /= c->aa;
    b->z0 = rdg_modal_z(c, tau, state);
    b->observed_sin = b->r1 * c->b * damping / c->aa;
    b->slow = b->r1 * c->stiff;
    b->observed_cos = (rdg_dot(c->n, c->a, c->p) + c->b * b->r1 * b->r1) / c->aa - c->b * stiffness;
    b->observed_constant = -stiffness * b->z0;
    for (rdg_index k = 0; k < b->held.count; k++) {
        b->g[k] = c->held_z[k] * b->z0 * over;
        b->y[k] = rdg_dot(c->n, c->held + c->n * k, state);
        b->dy[k] = rdg_dot(c->n, c->held + c->n * k, state + c->n);
    }
}

/* Oscillator k a time later, with its answers then. */
static void after(const rdg_bank *b, rdg_index k, const rdg_answers *a, double cosine, double sine,
                  double end[2])
{
    const double C = b->now->f[k] * cosine + b->now->h[k] * sine;
    const double S = b->now->f[k] * sine - b->now->h[k] * cosine;
    end[0] = a->c * b->y[k] + a->s * b->dy[k] + b->g[k] * a->k + C * a->pc - S * a->ps;
    end[1] = a->dc * b->y[k] + a->ds * b->dy[k] + b->g[k] * a->s + C * a->dpc - S * a->pc;
}

rdg_sloped rdg_bank_look(const rdg_bank *b, double t)
{
    const double cosine = cos(b->tau);
    const double sine = sin(b->tau);
    const double later = cos(b->tau + t);
    const double later_sine = sin(b->tau + t);
    rdg_sloped o = {b->observed_cos * later + b->observed_sin * later_sine + b->observed_constant,
                    b->observed_sin * later - b->observed_cos * later_sine};
    for (rdg_index k = 0; k < b->now->count; k++) {
        double end[2] = {b->y[k], b->dy[k]};
        if (t > 0.0) {
            const rdg_answers a =
                t == b->h ? b->now->answers[k] : rdg_answers_after(b->now->W[k], b->now->D[k], t);
            after(b, k, &a, cosine, sine, end);
        }
        const rdg_bank_regime *now = b->now;
        const double growth = b->g[k] + now->f[k] * later + now->h[k] * later_sine -
                              2.0 * now->D[k] * end[1] - now->W[k] * now->W[k] * end[0];
        if (b->is_stuck) {
            o.value += now->row[k] * (end[0] + b->slow * end[1]);
            o.slope += now->row[k] * (end[1] + b->slow * growth);
        } else {
            o.value += now->row[k] * end[1];
            o.slope += now->row[k] * growth;
        }
    }
    return o;
}

static void move(rdg_bank *b, double t, bool is_step)
{
    const double cosine = cos(b->tau);
    const double sine = sin(b->tau);
    for (rdg_index k = 0; k < b->now->count; k++) {
        const rdg_answers a = is_step ? b->now->answers[k] : rdg_answers_after(b->now->W[k], b->now->D[k], t);
        double end[2];
        after(b, k, &a, cosine, sine, end);
        b->y[k] = end[0];
        b->dy[k] = end[1];
    }
    b->tau += t;
}

void rdg_bank_step(rdg_bank *bank)
{
    move(bank, bank->h, true);
}

void rdg_bank_move(rdg_bank *bank, double t)
{
    move(bank, t, false);
}

void rdg_bank_state(const rdg_bank *b, double *state)
{
    const rdg_coulomb *c = b->c;
    for (rdg_index i = 0; i < c->n; i++) {
        state[i] = b->is_stuck ? c->along[i] * (b->z0 + c->b * cos(b->tau)) : b->y[i];
        state[c->n + i] = b->is_stuck ? -c->along[i] * c->b * sin(b->tau) : b->dy[i];
    }
    for (rdg_index k = 0; b->is_stuck && k < b->held.count; k++) {
        for (rdg_index i = 0; i < c->n; i++) {
            state[i] += b->y[k] * c->held[i + c->n * k];
            state[c->n + i] += b->dy[k] * c->held[i + c->n * k];
        }
    }
}
