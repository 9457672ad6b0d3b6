/** Loaded into a measured process: collects garbage when told to, so that what is counted is what is kept. */
process.on('SIGUSR2', () => globalThis.gc?.())
