import type { Issues } from './check-form.ts'

/**
 * Scrolls to the first field with an error and focuses it, opening every collapsed section around it.
 * An issue inside a field (`definition.alternate_greetings.2`) counts for the field. Returns whether a field was found.
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
  // After the error message has been rendered, since it shifts what is below it.
  requestAnimationFrame(() => {
    control.focus({ preventScroll: true })
    first.scrollIntoView({ block: 'center' })
  })
  return true
}
