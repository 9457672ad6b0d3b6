/**
 * Loaded into a measured process: on a signal, it collects garbage and returns free pages to the system, so that only
 * retained memory is counted.
 */
process.on('SIGUSR2', () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
