/** Round glasses on the older head. */
export const roundGlasses = (colour: string): string =>
  `<g fill="none" stroke="${colour}" stroke-width="6"><circle cx="249" cy="348" r="35"/><circle cx="345" cy="347" r="34"/><path d="M284 344q12 -9 25 -1M212 342l-20 -6M380 340l14 -4"/></g><path d="M226 332l20 -8M322 331l18 -8" stroke="#fff" stroke-opacity=".5" stroke-width="5" stroke-linecap="round"/>`
