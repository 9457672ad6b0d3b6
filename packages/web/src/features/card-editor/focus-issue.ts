import type { Issues } from './check-form.ts'

/**
 * Brings the first field with something wrong into sight and gives it the focus, whatever is folded away around it.
 * An issue inside a field (`definition.alternate_greetings.2`) counts for the field. Gives whether there is such a field.
 */
export function focusFirstIssue(issues: Issues): boolean {
  const paths = Object.keys(issues)
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')]
  const first = fields.find(({ dataset }) =>
    paths.some((path) => path === dataset.field || path.startsWith(`${dataset.field}.`)),
  )
  if (!first) return false
  for (let around = first.closest('details'); around; around = around.parentElement?.closest('details') ?? null) {
    around.open = true
  }
  const control = first.querySelector<HTMLElement>('input, textarea, select, button') ?? first
  // After what the issue itself draws: it moves what stands below it.
  requestAnimationFrame(() => {
    control.focus({ preventScroll: true })
    first.scrollIntoView({ block: 'center' })
  })
  return true
}
