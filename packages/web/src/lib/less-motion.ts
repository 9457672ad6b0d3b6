/** Whether the reader wants stillness: by the device's setting, or by the site's own, which the root element carries. */
export function wantsLessMotion(): boolean {
  return (
    document.documentElement.dataset.motion === 'less' || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}
