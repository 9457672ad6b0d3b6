import type { ApiData } from '@everkin/contract/api-types.ts'
import { isBuiltInPreset } from '@everkin/contract/built-in-presets.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { lazy, Suspense, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { downloadFile } from '../../api/download.ts'
import { SaveKeys } from '../../api/save-keys.ts'
import { useText } from '../../i18n/use-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { EMPTY_PRESET, type PresetInput } from './preset-fields.ts'
import type { ReadPreset } from './preset-import.tsx'
import './presets.css'

// Loaded when a preset is first edited or imported.
const PresetForm = lazy(async () => ({ default: (await import('./preset-form.tsx')).PresetForm }))
const PresetReport = lazy(async () => ({ default: (await import('./preset-import.tsx')).PresetReport }))

export type Preset = ApiData<'GET /api/preset/list'>[number]
type Format = 'everkin' | 'text_completion' | 'chat_completion'

const EXPORT_TIMEOUT_MS = 30_000

interface Editing {
  preset: PresetInput
  report: ReadPreset['report'] | null
}

interface PresetListProps {
  presets: readonly Preset[]
  onChange: (presets: readonly Preset[]) => void
}

/** The built-in presets and the person's own, which can be created, changed, deleted, imported and exported. */
export function PresetList({ presets, onChange }: PresetListProps) {
  const text = useText()
  const toasts = useToast()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [asked, setAsked] = useState<Preset | null>(null)
  const [keys] = useState(() => new SaveKeys())
  const isFull = presets.filter(({ builtin }) => !builtin).length >= LIMITS.presets

  async function save(preset: PresetInput) {
    const saved = await keys.send(preset, (body) => callApi('POST /api/preset/save', { body }))
    const isKnown = presets.some(({ id }) => id === saved.id)
    onChange(isKnown ? presets.map((one) => (one.id === saved.id ? saved : one)) : [...presets, saved])
    toasts.show(text('presets.list.saved'))
  }

  const read = useMutation(async (file: File) => {
    const body = { file_name: file.name.slice(-LIMITS.fileNameLength), content: await file.text() }
    if (body.content.length > LIMITS.presetFileLength) return toasts.show(text('presets.read.tooLong'), 'error')
    const found = await callApi('POST /api/preset/read', { body })
    setEditing({ preset: found.preset, report: found.report })
  })
  const exportPreset = useMutation(async (preset: Preset, format: Format) => {
    const { blob, name } = await downloadFile('GET /api/preset/export', {
      query: { id: preset.id, format },
      signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
    })
    saveFile(blob, name)
  })

  return (
    <>
      <ul className="preset-list">
        {presets.map((preset) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            onEdit={(input) => setEditing({ preset: input, report: null })}
            onExport={(format) => void exportPreset.run(preset, format)}
            onDelete={() => setAsked(preset)}
          />
        ))}
      </ul>
      {(read.error ?? exportPreset.error) ? <FieldError>{read.error ?? exportPreset.error}</FieldError> : null}
      {isFull ? <p className="small muted">{text('presets.list.full', { count: LIMITS.presets })}</p> : null}
      <div className="preset-actions">
        <Button disabled={isFull} onClick={() => setEditing({ preset: EMPTY_PRESET, report: null })}>
          <Icon name="plus" size="small" />
          {text('presets.list.add')}
        </Button>
        <label className={buttonClass('ghost')} aria-disabled={isFull || undefined}>
          <Input
            type="file"
            className="visually-hidden"
            accept=".json,.settings,application/json"
            disabled={isFull}
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) void read.run(file)
            }}
          />
          {text('presets.list.import')}
        </label>
      </div>
      {editing ? (
        <Suspense fallback={null}>
          <PresetForm
            title={text(editing.preset.id === undefined ? 'presets.form.new' : 'presets.form.edit')}
            initial={editing.preset}
            notes={editing.report ? <PresetReport report={editing.report} /> : null}
            onSave={save}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
      {asked ? (
        <DeletePreset
          preset={asked}
          onClose={() => setAsked(null)}
          onDeleted={() => {
            onChange(presets.filter(({ id }) => id !== asked.id))
            toasts.show(text('presets.list.deleted'))
          }}
        />
      ) : null}
    </>
  )
}

interface PresetRowProps {
  preset: Preset
  onEdit: (preset: PresetInput) => void
  onExport: (format: Format) => void
  onDelete: () => void
}

/** A preset with its menu. A built-in one can only be copied and exported. */
function PresetRow({ preset, onEdit, onExport, onDelete }: PresetRowProps) {
  const text = useText()
  return (
    <li>
      <span className="set-words">
        <b dir="auto">{preset.name}</b>
        <span className="set-hint">
          {text(isBuiltInPreset(preset.id) ? `presets.about.${preset.id}` : 'presets.list.own')}
        </span>
      </span>
      <PopoverMenu label={text('presets.list.actions', { name: preset.name })} trigger={<Icon name="dots-three" />}>
        {preset.builtin ? (
          <MenuItem onSelect={() => onEdit(copyOf(preset))}>{text('presets.list.copy')}</MenuItem>
        ) : (
          <MenuItem onSelect={() => onEdit(contentOf(preset))}>{text('presets.list.edit')}</MenuItem>
        )}
        <MenuItem onSelect={() => onExport('everkin')}>{text('presets.list.export')}</MenuItem>
        <MenuItem onSelect={() => onExport('text_completion')}>
          {text('presets.list.exportTavern', { format: 'Text Completion' })}
        </MenuItem>
        <MenuItem onSelect={() => onExport('chat_completion')}>
          {text('presets.list.exportTavern', { format: 'Chat Completion' })}
        </MenuItem>
        {preset.builtin ? null : (
          <MenuItem danger onSelect={onDelete}>
            {text('presets.list.delete')}
          </MenuItem>
        )}
      </PopoverMenu>
    </li>
  )
}

function contentOf({ builtin: _, ...preset }: Preset): PresetInput {
  return preset
}

function copyOf({ builtin: _builtin, id: _id, ...preset }: Preset): PresetInput {
  return preset
}

interface DeletePresetProps {
  preset: Preset
  onClose: () => void
  onDeleted: () => void
}

function DeletePreset({ preset, onClose, onDeleted }: DeletePresetProps) {
  const text = useText()
  const confirm = useMutation(async () => {
    await callApi('POST /api/preset/delete', { body: { id: preset.id } })
    onDeleted()
    onClose()
  })
  return (
    <Dialog
      open
      kind="alert"
      narrow
      onClose={onClose}
      title={text('presets.ask.title', { name: preset.name })}
      description={<p>{text('presets.ask.hint')}</p>}
    >
      {confirm.error ? <FieldError>{confirm.error}</FieldError> : null}
      <div className="dialog-actions">
        <Button data-first-focus onClick={onClose}>
          {text('presets.form.cancel')}
        </Button>
        <Button variant="danger" busy={confirm.isBusy} onClick={() => void confirm.run()}>
          {text('presets.ask.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
