import { type ReactNode, useRef } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { uploadFile } from '../../api/upload.ts'
import { useText } from '../../i18n/use-text.ts'
import { Input } from '../../ui/form/form-controls.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

interface PictureUploadProps {
  /** Gets the picture’s address once the server has it. */
  onUploaded: (url: string) => void
  /** Why it could not be taken; null as soon as another one is tried. */
  onFailure: (why: string | null) => void
  /** The button: what opens the choice of a file, and whether one is on its way. */
  children: (choose: () => void, isUploading: boolean) => ReactNode
}

/** One picture of one's own for a card: a button of any look, and the file field behind it. */
export function PictureUpload({ onUploaded, onFailure, children }: PictureUploadProps) {
  const text = useText()
  const file = useRef<HTMLInputElement>(null)

  const { run: upload, isBusy } = useMutation(
    async (chosen: File) => {
      onFailure(null)
      onUploaded((await uploadFile('POST /api/common/upload', { purpose: 'card', file: chosen })).url)
    },
    {
      onError: (error) => {
        onFailure(errorMessage(error, text))
        return null
      },
    },
  )

  return (
    <>
      {children(() => file.current?.click(), isBusy)}
      <Input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) void upload(chosen)
          target.value = ''
        }}
      />
    </>
  )
}
