import type { ErrorData } from '@everkin/contract/error-data.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { describe, expect, it } from 'vitest'
import { AppError, stoppedSave } from '../app-error.ts'
import { markConnectionError } from '../db/database-outage.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { toWireError } from './error-response.ts'

const log = createLog('silent')
const texts = loadTexts(log)

const wallet = { coin_num: 7, message_num: 0 } as NonNullable<ErrorData<'NotEnoughCoins'>>['wallet'] // what the text needs
const resets_at = '2026-11-28T00:00:00.000Z'
/** An error for each text with a placeholder, with the data that it is thrown with. */
const ERRORS_WITH_DATA = [
  new AppError('TooManyRequests', { retry_after: 12 }),
  new AppError('TooManyRequests', { retry_after: 7200 }, 'fairUse'),
  new AppError('TokenBudgetSpent', { scope: 'person', resets_at, retry_after: 7200 }, 'tokenBudget'),
  new AppError('TokenBudgetSpent', { scope: 'server', resets_at, retry_after: 7200 }, 'tokenBudgetServer'),
  new AppError('TooLarge', { limit: 5 * 1024 * 1024 }),
  new AppError('FileType', { accepted: ['PNG', 'WebP'] }),
  new AppError('NotEnoughCoins', { wallet, price: 20 }),
  new AppError('WrongCode', { tries_left: 2 }),
]

it('logs a database that is away once for many requests, and every other error', () => {
  const lines: string[] = []
  const counted = { error: (_fields: object, message: string) => lines.push(message) } as never // the one that is called
  const away = markConnectionError(new Error('refused'))
  const codes = [away, away, new Error('bug'), away, new Error('bug')].map(
    (error) => toWireError(error, 'en', texts, counted, 'r1').body.code,
  )
  expect(codes).toEqual([9002, 9002, 9000, 9002, 9000])
  expect(lines).toEqual(['the database is away', 'internal error', 'internal error'])
})

describe('the text of an error', () => {
  it.each(LOCALE_CODES)('is complete in %s', (locale) => {
    for (const error of ERRORS_WITH_DATA) {
      const { msg } = toWireError(error, locale, texts, log, 'r1').body
      expect(msg).not.toMatch(/\{\{|\s[.;,،；。]|undefined|NaN/)
      expect(msg).toMatch(/[\d٠-٩]|PNG|ساعتين|محاولتان/)
    }
  })

  it('says of a stopped text whether it was sent or saved', () => {
    const say = (error: AppError, locale: 'en' | 'ja') => toWireError(error, locale, texts, log, 'r1').body.msg
    const category = 'threat'
    expect(say(new AppError('SafetyStop', { category }), 'en')).toMatch(/^We can’t send this\. .*threats/)
    expect(say(stoppedSave(category), 'en')).toMatch(/^We can’t save this\. .*threats/)
    expect(say(stoppedSave(category), 'ja')).toMatch(/^保存できません。/)
    expect(say(stoppedSave('another'), 'en')).toBe(texts.translate('en')('errors.safety'))
  })

  it('names the price and what one has', () => {
    const { body } = toWireError(new AppError('NotEnoughCoins', { wallet, price: 20 }), 'en', texts, log, 'r1')
    expect(body.msg).toBe('Not enough coins. This costs 20; you have 7.')
  })

  it('says in hours when the fair use of a day begins again', () => {
    const error = new AppError('TooManyRequests', { retry_after: 7100 }, 'fairUse')
    const { body } = toWireError(error, 'en', texts, log, 'r1')
    expect(body.msg).toBe('You’ve reached today’s fair-use limit. It resets in 2 hours.')
  })
})
