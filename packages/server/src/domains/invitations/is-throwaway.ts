import hosts from './data/throwaway-hosts.json' with { type: 'json' }

const throwaway = new Set<string>(hosts)

/**
 * Whether an address is of a host that gives addresses away for minutes, or of a host below one. Our own short list of
 * the well-known ones: it stops whoever does not try, and the other limits hold whoever does.
 */
export function isThrowaway(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, from) => throwaway.has(labels.slice(from).join('.')))
}
