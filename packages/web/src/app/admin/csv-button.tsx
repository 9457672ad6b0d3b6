import type { ApiDownload, ApiQuery } from '@everkin/contract/api-types.ts'
import { downloadFile } from '../../api/download.ts'
import { useText } from '../../i18n/use-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

interface CsvButtonProps<Call extends ApiDownload> {
  call: Call
  query: ApiQuery<Call>
}

/** Downloads what the page shows as a CSV file. */
export function CsvButton<Call extends ApiDownload>({ call, query }: CsvButtonProps<Call>) {
  const text = useText()
  const save = useMutation(
    async () => {
      const { blob, name } = await downloadFile(call, { query, signal: new AbortController().signal })
      saveFile(blob, name)
    },
    { toastsErrors: true },
  )
  return (
    <Button busy={save.isBusy} onClick={() => void save.run()}>
      <Icon name="download-simple" size="small" />
      {text('desk.audit.export')}
    </Button>
  )
}
