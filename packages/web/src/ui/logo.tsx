/** The brand's two windows, one of them lit. */
export function Logo() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-lit" d="M3 29V14.5a9.5 9.5 0 0 1 19 0v.6a8.2 8.2 0 0 0-6.6 8V29z" />
      <path className="mark-dark" d="M17.6 29v-5.8a5.9 5.9 0 0 1 11.8 0V29z" />
    </svg>
  )
}
