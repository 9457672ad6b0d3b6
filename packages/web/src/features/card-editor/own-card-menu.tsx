import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { FormDraft, OwnCard, OwnPaths } from './own-card.ts'

/** Actions on a card that open a dialog. */
export type CardQuestion = 'delete' | 'publish' | 'unpublish'

interface CardMenuProps {
  card: OwnCard
  paths: OwnPaths
  /** Whether this site lets people publish. */
  canPublish: boolean
  /** Opens the file picker. */
  onExport: (card: { id: string; name: string }) => void
  onDuplicated: (id: string) => void
  onAsk: (what: CardQuestion) => void
}

/** The menu of a card that belongs to the reader. */
export function CardMenu({ card, paths, canPublish, onExport, onDuplicated, onAsk }: CardMenuProps) {
  const text = useText()
  const toasts = useToast()
  const isPrivate = card.visibility === 'private'
  const { run: duplicate } = useMutation(
    async () => {
      const copy = await callApi('POST /api/editor/duplicateCard', { body: { id: card.id } })
      toasts.show(text('card-editor.mine.duplicated'))
      onDuplicated(copy.id)
    },
    { toastsErrors: true },
  )
  return (
    // Entries that navigate are links, so that they work without scripts and can be opened in another tab.
    <div className="own-menu">
      <PopoverMenu label={text('card-editor.mine.menu', { name: card.name })} trigger={<Icon name="dots-three" />}>
        <MenuLink to={paths.edit(card.id)}>{text('card-editor.mine.edit')}</MenuLink>
        {card.state === 'published' ? (
          <MenuLink to={paths.chat(card.id)}>{text('card-editor.mine.chat')}</MenuLink>
        ) : null}
        <MenuItem onSelect={() => void duplicate()}>{text('card-editor.mine.duplicate')}</MenuItem>
        <MenuLink to={paths.versions(card.id)}>{text('card-editor.versions.title')}</MenuLink>
        {card.type === 'single' ? (
          <MenuItem onSelect={() => onExport({ id: card.id, name: card.name })}>
            {text('card-editor.mine.export')}
          </MenuItem>
        ) : null}
        {canPublish && card.state !== 'draft' ? (
          <MenuItem onSelect={() => onAsk('publish')}>
            {text(isPrivate ? 'card-editor.publish.action' : 'card-editor.shelf.visibility')}
          </MenuItem>
        ) : null}
        {isPrivate || card.state === 'draft' ? null : (
          <MenuItem onSelect={() => onAsk('unpublish')}>{text('card-editor.publish.undo')}</MenuItem>
        )}
        <MenuItem danger onSelect={() => onAsk('delete')}>
          {text('card-editor.mine.delete')}
        </MenuItem>
      </PopoverMenu>
    </div>
  )
}

function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      to={to}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    >
      {children}
    </Link>
  )
}

interface DraftMenuProps {
  draft: FormDraft
  paths: OwnPaths
  onChanged: () => void
}

/** The menu of a draft. */
export function DraftMenu({ draft, paths, onChanged }: DraftMenuProps) {
  const text = useText()
  const toasts = useToast()
  const { run: remove } = useMutation(
    async () => {
      await callApi('POST /api/editor/deleteDraft', { body: { id: draft.id } })
      toasts.show(text('card-editor.mine.deleted'))
      onChanged()
    },
    { toastsErrors: true },
  )
  return (
    <div className="own-menu">
      <PopoverMenu
        label={text('card-editor.mine.menu', { name: draft.name || text('card-editor.noName') })}
        trigger={<Icon name="dots-three" />}
      >
        <MenuLink to={paths.draft(draft.id)}>{text('card-editor.mine.edit')}</MenuLink>
        <MenuItem danger onSelect={() => void remove()}>
          {text('card-editor.mine.deleteDraft')}
        </MenuItem>
      </PopoverMenu>
    </div>
  )
}
