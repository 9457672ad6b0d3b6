import type { ApiBody } from '@everkin/contract/api-types.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

export type BlockTarget = Pick<ApiBody<'POST /api/user/block'>, 'target_type' | 'target_id'>

/**
 * Blocks a card or a creator at once; the toast takes it back. Needs the texts `blocks.action`.
 * @param onChange called after each of the two, since everything that was loaded before may show the card.
 */
export function useBlock(onChange: (on: boolean) => void) {
  const text = useText()
  const toasts = useToast()
  const save = async (target: BlockTarget, on: boolean) => {
    await callApi('POST /api/user/block', { body: { ...target, on } })
    onChange(on)
  }
  const undo = useMutation((target: BlockTarget) => save(target, false), { toastsErrors: true })
  const block = useMutation(
    async (target: BlockTarget) => {
      await save(target, true)
      toasts.show(text('blocks.action.done'), 'done', {
        label: text('shell.actions.undo'),
        run: () => void undo.run(target),
      })
    },
    { toastsErrors: true },
  )
  return { block: block.run, isBusy: block.isBusy }
}
