import type { Task } from '@everkin/contract/types.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import '../../features/image-tasks/paint.css'
import { EarlierTasks, TASK_PAGE_SIZE } from '../../features/image-tasks/earlier-tasks.tsx'
import { ImageForm } from '../../features/image-tasks/image-form.tsx'
import { ImageProgress } from '../../features/image-tasks/image-progress.tsx'
import { Lightbox } from '../../features/image-tasks/lightbox.tsx'
import { TemplateGrid } from '../../features/image-tasks/template-grid.tsx'
import { useTasks } from '../../features/image-tasks/use-tasks.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { useSession } from '../../session/session.tsx'
import { useRefreshWallet, useWallet } from '../../session/wallet.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../../features/image-tasks/pictures.css'
import '../card-editor/card-editor-frame.css'
import { CREATE_KINDS_TEXTS, CreateKinds } from '../card-editor/create-kinds.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

// With the painter's vocabulary; loaded once something is written.
const PromptPhrases = lazy(async () => ({
  default: (await import('../../features/card-editor/sketch/prompt-phrases.tsx')).PromptPhrases,
}))

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'pages.image',
    'image-tasks',
    'albums.aiImage',
    'albums.aiVideo',
    'sketch.face.ai',
    'sketch.painted',
    'sketch.missed',
    ...CREATE_KINDS_TEXTS,
  ])
  const wanted = new URL(args.request.url).searchParams.get('template')
  const [styles, templates, config, tasks] = await Promise.all([
    orPageError(context.call('GET /api/template/getImageStyleList')),
    orPageError(context.call('GET /api/template/getEgTemplate')),
    orPageError(context.call('GET /api/config')),
    orPageError(context.call('GET /api/task/list', { query: { limit: TASK_PAGE_SIZE } })),
  ])
  return {
    styles,
    tasks,
    texts,
    price: config.generated_image_price,
    // Only for the built-in painter do we know which words it understands.
    hasPainter: config.image.kind === 'built_in',
    template: templates.find(({ id }) => id === wanted) ?? null,
    templates,
    title: title(text('pages.image.title')),
  }
}

export const meta = pageMeta

const promptOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'words' in state && typeof state.words === 'string'
    ? state.words
    : null

/** The page for generating pictures. */
export default function ImagePage() {
  useKeepFocus()
  const { styles, template, templates, tasks: first, price, hasPainter } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const coins = useWallet()?.coin_num ?? 0
  const refreshWallet = useRefreshWallet()
  const text = useText()
  const locale = useLocale()
  const [shown, setShown] = useState<{ taskId: string; imageId: string } | null>(null)
  // A moment of a chat is passed with the history entry, never in the URL.
  const firstPrompt = promptOf(useLocation().state)

  const { now, earlier, take, forget, add } = useTasks(first.list, refreshWallet)
  const takePaid = (task: Task) => {
    take(task)
    void refreshWallet()
  }
  const open = (task: Task, imageId: string) => setShown({ taskId: task.id, imageId })
  const shownTask = shown && [...now, ...earlier].find(({ id }) => id === shown.taskId)
  const styleName = (id: string) => styles.find((style) => style.id === id)?.name ?? id

  /** Repeats the prompt with another seed. */
  const { run: repeat } = useMutation(
    async ({ prompt, style_id, template_id, size }: Task) => {
      const request = { kind: 'image', prompt, style_id, template_id, size, count: 1 } as const
      takePaid(await callApi('POST /api/task/create', { body: { ...request, idempotency_key: randomUuid() } }))
      setShown(null)
    },
    { toastsErrors: true },
  )

  return (
    <>
      <div className="create-head">
        <h1 className="display">{text('image-tasks.paint.title')}</h1>
        <CreateKinds current="AiGeneratedImage" />
      </div>
      <div className="paint">
        <ImageForm
          key={template?.id ?? firstPrompt ?? 'blank'}
          styles={styles}
          template={template}
          initialPrompt={firstPrompt}
          price={price}
          coins={coins}
          shopUrl={person?.offers_paused ? null : pathTo('AboutView', locale)}
          templates={
            <Link className="text-button" to={pathTo('templatedateils', locale)}>
              <Icon name="book-open" size="small" />
              {text('image-tasks.paint.fromTemplate')}
            </Link>
          }
          renderPhrases={
            hasPainter
              ? (prompt) => (
                  <Suspense>
                    <PromptPhrases prompt={prompt} />
                  </Suspense>
                )
              : undefined
          }
          onCreated={takePaid}
        />
        <div className="paint-results">
          {now.map((task) => (
            <ImageProgress key={task.id} task={task} price={price} onOpen={open} onChange={takePaid} />
          ))}
          <EarlierTasks tasks={earlier} firstCursor={first.next_cursor} onLoaded={add} onOpen={open} />
          <section>
            <div className="shelf-head">
              <h2 className="title-2">{text('sketch.paint.ideas')}</h2>
            </div>
            <TemplateGrid
              templates={templates}
              styles={styles}
              linkTo={(id) => pathTo('AiGeneratedImage', locale, {}, { template: id })}
            />
          </section>
        </div>
      </div>
      {shownTask && shown ? (
        <Lightbox
          task={shownTask}
          imageId={shown.imageId}
          styleName={styleName(shownTask.style_id)}
          onShow={(imageId) => open(shownTask, imageId)}
          onDeleted={(imageId) => forget(shownTask.id, imageId)}
          onClose={() => setShown(null)}
          actions={(imageId) => (
            <ImageActions imageId={imageId} price={price} onRepeat={() => void repeat(shownTask)} />
          )}
        />
      ) : null}
    </>
  )
}

interface ImageActionsProps {
  imageId: string
  /** Price of one picture in coins. */
  price: number
  onRepeat: () => void
}

function ImageActions({ imageId, price, onRepeat }: ImageActionsProps) {
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <LinkButton variant="primary" to={pathTo('createSingle', locale, {}, { portrait: imageId })}>
        {text('image-tasks.box.portrait')}
      </LinkButton>
      <Button onClick={onRepeat}>
        <Icon name="arrow-clockwise" size="small" />
        {text('image-tasks.box.another', { count: price })}
      </Button>
    </>
  )
}
