import fc from 'fast-check'

/**
 * Property tests use the same inputs in every run, so that a failure is caused by the change; `FUZZ_SEED=…` tries
 * others.
 */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261122) })
