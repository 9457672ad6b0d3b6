import { Form, useSubmit } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { EmergencyCall, HelpLines } from '../../ui/help-lines.tsx'
import { type Help, useLocalHelp } from './use-local-help.ts'

interface HelpNowProps {
  help: Help
  /** Whether the reader chose the country; otherwise the browser's time zone may still determine it. */
  isChosen: boolean
  /** The selectable countries by code, named and sorted in the reader's language. */
  countries: { code: string; name: string }[]
  /** Date of the last review, formatted for the reader. */
  checked: string
}

const NOTHING_CHOSEN = ''

/** Help lines for a selectable country; without scripts a submit button appears. */
export function HelpNow({ help: initialHelp, isChosen, countries, checked }: HelpNowProps) {
  const help = useLocalHelp(initialHelp, isChosen)
  const text = useText()
  const submit = useSubmit()
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name
  const known = help.country !== null && nameOf(help.country) !== undefined ? help.country : NOTHING_CHOSEN
  const placeOf = (code: string) => nameOf(code) ?? code
  const emergency = help.emergency && help.country ? { phone: help.emergency, country: help.country } : null
  return (
    <section className="help-now" aria-labelledby="help-now">
      <div className="help-head">
        <h2 className="title-2" id="help-now">
          {text('safety.page.now')}
        </h2>
        <Form method="get" preventScrollReset replace className="help-country">
          <label htmlFor="help-country">{text('safety.page.country')}</label>
          <Select
            className="input"
            id="help-country"
            name="country"
            key={known}
            defaultValue={known}
            onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
          >
            <option value={NOTHING_CHOSEN}>{text('safety.page.anyCountry')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <noscript>
            <Button variant="quiet" type="submit">
              {text('safety.page.show')}
            </Button>
          </noscript>
        </Form>
      </div>
      <EmergencyCall emergency={emergency} placeOf={placeOf} />
      <HelpLines lines={help.lines} placeOf={placeOf} />
      <p className="caption muted help-checked">{text('safety.page.linesNote', { date: checked })}</p>
    </section>
  )
}
