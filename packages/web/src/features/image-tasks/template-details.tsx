import { useLocale, useText } from '../../i18n/use-text.ts'
import { CardCover } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { PictureStyle, PictureTemplate } from './template-grid.tsx'

/** A template: its scene, its prompt, and its style. */
export function TemplateDetails({
  template,
  style,
  useUrl,
}: {
  template: PictureTemplate
  style: PictureStyle | null
  /** Address of the form with this template. */
  useUrl: string
}) {
  const text = useText()
  const locale = useLocale()
  const toasts = useToast()

  async function copy() {
    try {
      await navigator.clipboard.writeText(template.prompt)
      toasts.show(text('shell.actions.copied'))
    } catch {
      toasts.show(template.prompt, 'info') // where copying is forbidden, at least show the text
    }
  }

  return (
    <article className="template">
      <figure className="template-picture">
        <CardCover
          id={template.id}
          url={template.cover}
          name={template.title}
          sizes="(min-width: 48rem) 20rem, 60vw"
          stamp={template.cover ? text('albums.aiImage') : undefined}
          eager
        />
        {template.cover ? (
          <figcaption className="caption faint">
            {text(
              template.cover_shows === 'words' ? 'image-tasks.templates.fromWords' : 'image-tasks.templates.portrait',
            )}
          </figcaption>
        ) : null}
      </figure>
      <div className="template-words">
        <h1 className="display">{template.title}</h1>
        <section>
          <h2 className="title-3">{text('image-tasks.templates.words')}</h2>
          <blockquote lang="en" dir="ltr">
            {template.prompt}
          </blockquote>
          {locale === 'en' ? null : <p className="caption faint">{text('image-tasks.templates.inEnglish')}</p>}
        </section>
        <dl className="template-look">
          {style ? (
            <div>
              <dt>{text('image-tasks.style')}</dt>
              <dd>
                {style.name}
                <span className="small muted">{style.description}</span>
              </dd>
            </div>
          ) : null}
          <div>
            <dt>{text('image-tasks.paint.shape')}</dt>
            <dd>{text(`image-tasks.size.${template.size}`)}</dd>
          </div>
        </dl>
        <p className="template-actions">
          <LinkButton variant="primary" to={useUrl}>
            {text('image-tasks.templates.use')}
          </LinkButton>
          <Button onClick={() => void copy()}>
            <Icon name="copy" size="small" />
            {text('image-tasks.templates.copy')}
          </Button>
        </p>
      </div>
    </article>
  )
}
