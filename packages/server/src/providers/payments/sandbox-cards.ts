/** What the sandbox does with a card. */
export type SandboxCard = 'paid' | 'declined' | 'confirm' | 'slow' | 'silent'

const CARDS: Readonly<Record<string, SandboxCard>> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'confirm',
  '4000000000000077': 'slow',
  '4000000000000341': 'silent',
}

/** What a number stands for, with its last four digits; null for any other. The number itself is kept nowhere (PAY-12). */
export function matchSandboxCard(number: string): { card: SandboxCard; lastFour: string } | null {
  const digits = number.replace(/[ -]/g, '')
  const card = Object.hasOwn(CARDS, digits) ? CARDS[digits] : undefined
  return card ? { card, lastFour: digits.slice(-4) } : null
}
