/** A picture that was taken, by what it shows. */
export interface Shot {
  scene: string
  size: string
  theme: string
  locale: string
  file: string
}

/** All pictures on one page, a row for each scene, so that they can be looked through side by side. */
export function contactSheet(shots: readonly Shot[]): string {
  const scenes = [...new Set(shots.map(({ scene }) => scene))]
  const rows = scenes.map((scene) => {
    const figures = shots
      .filter((shot) => shot.scene === scene)
      .map(
        ({ file, size, theme, locale }) =>
          `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${size} · ${theme} · ${locale}</figcaption></figure>`,
      )
    return `<section id="${scene}"><h2>${scene}</h2><div>${figures.join('')}</div></section>`
  })
  const links = scenes.map((scene) => `<a href="#${scene}">${scene}</a>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${shots.length} pictures of Everkin</title><style>
body { font: 14px/1.4 system-ui; margin: 1rem; background: #888; color: #111 }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem }
section > div { display: flex; gap: 0.75rem; overflow-x: auto; align-items: start }
figure { margin: 0; flex: none }
img { block-size: 26rem; max-inline-size: 42rem; object-fit: contain; object-position: top }
</style><h1>${shots.length} pictures</h1><nav>${links.join(' ')}</nav>${rows.join('\n')}</html>
`
}
