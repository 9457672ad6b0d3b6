import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** What the app is, in three plain paragraphs, and what it is not. */
export function WhatYouGet() {
  const text = useText()
  return (
    <>
      <section className="install-texts">
        <article>
          <h2 className="title-2">{text('app.download.get.title')}</h2>
          <p className="muted">{text('app.download.get.text')}</p>
        </article>
        <article>
          <h2 className="title-2">{text('app.download.role.title')}</h2>
          <p className="muted">{text('app.download.role.text')}</p>
        </article>
        <article>
          <h2 className="title-2">{text('app.download.own.title')}</h2>
          <p className="muted">{text('app.download.own.text')}</p>
        </article>
      </section>
      <p className="install-honest small muted">
        <Icon name="book-open" size="small" />
        <span>{text('app.download.fiction')}</span>
      </p>
    </>
  )
}
