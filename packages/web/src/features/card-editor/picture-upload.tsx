import { type ReactNode, useRef } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { uploadFile } from '../../api/upload.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

interface PictureUploadProps {
  /** Called with the picture’s address once the server has stored it. */
  onUploaded: (url: string) => void
  /** Called with the reason of a failure, and with null as soon as another upload is tried. */
  onFailure: (why: string | null) => void
  /** Renders the button, which opens the file picker with `choose`. */
  children: (choose: () => void, isUploading: boolean) => ReactNode
}

/** Uploads one picture for a card: a custom button in front of a hidden file input. Teens cannot upload (A8). */
export function PictureUpload({ onUploaded, onFailure, children }: PictureUploadProps) {
  const { person } = useSession()
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

  if (person?.teen) return null
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
