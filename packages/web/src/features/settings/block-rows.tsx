import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar, PersonAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

type Block = ApiData<'GET /api/user/blocks'>['list'][number]

interface BlockRowsProps {
  blocks: readonly Block[]
  /** Called after a block was removed: what was loaded before leaves the card out. */
  onChange: () => void
}

/** What the reader has blocked, each with a button that removes the block. */
export function BlockRows({ blocks: initialBlocks, onChange }: BlockRowsProps) {
  const text = useText()
  const toasts = useToast()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const blocks = initialBlocks.filter(({ target_id }) => !gone.has(target_id))
  const remove = useMutation(
    async ({ target_type, target_id }: Block) => {
      await callApi('POST /api/user/block', { body: { target_type, target_id, on: false } })
      setGone((before) => new Set([...before, target_id]))
      toasts.show(text('blocks.list.done'))
      onChange()
    },
    { toastsErrors: true },
  )
  return (
    <>
      <p className="set-row set-hint">{text(blocks.length === 0 ? 'blocks.list.empty' : 'blocks.list.hint')}</p>
      {blocks.map((block) => (
        <div className="set-row" key={block.target_id}>
          <BlockPicture block={block} />
          <div className="set-words">
            <b id={`block-${block.target_id}`}>
              <bdi>{block.name ?? text('blocks.list.gone')}</bdi>
            </b>
            <p>{text(`blocks.list.${block.target_type}`)}</p>
          </div>
          <Button
            size="small"
            busy={remove.pending?.[0].target_id === block.target_id}
            disabled={remove.isBusy}
            aria-describedby={`block-${block.target_id}`}
            onClick={() => void remove.run(block)}
          >
            {text('blocks.list.unblock')}
          </Button>
        </div>
      ))}
    </>
  )
}

function BlockPicture({ block: { name, avatar, target_id, target_type } }: { block: Block }) {
  if (target_type === 'user') return <PersonAvatar name={name ?? ''} url={avatar} size="small" />
  return <CharacterAvatar id={target_id} name={name ?? ''} url={avatar} size="small" />
}
