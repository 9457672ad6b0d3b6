import fc from 'fast-check'

/** Laws are tried on the same inputs every time, so that a run says something of the change it is about; `FUZZ_SEED=…` tries others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261122) })
