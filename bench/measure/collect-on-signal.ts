/**
 * Loaded into a measured process: collects garbage when told to, and gives free pages back, so that what is counted is
 * what is kept.
 */
process.on('SIGUSR2', () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
