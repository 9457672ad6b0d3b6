/** The day a moment falls on, in the device's own zone, as year-month-day. */
export function dayOf(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
