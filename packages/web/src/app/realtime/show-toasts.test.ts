import type { Order, Task } from '@everkin/contract/types.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { latestNotice } from '../../features/moderation/latest-notice.ts'
import { markShownAtField } from '../../lib/appeal-at-field.ts'
import { stoppedText } from '../../lib/stopped-text.ts'
import type { PageName } from '../paths.ts'
import { openPage } from '../shell/page-frame-handlers.ts'
import { toastImageTask, toastNotice, toastOrder, toastStop } from './show-toasts.ts'

describe('what the open page says', () => {
  let said: { words: string; run?: () => void }[] = []
  let takenBack: string[] = []
  let gone: string[] = []
  const open = (page: PageName | null) => {
    openPage.speaker = {
      current: {
        page,
        text: (key, variables) => (variables?.what ? `${key} ${variables.what}` : key),
        toasts: {
          show(words, _kind, action) {
            said.push({ words, ...(action && { run: action.run }) })
            return () => takenBack.push(words)
          },
        },
        goTo: (name, fragment = '') => gone.push(name + fragment),
      },
    }
  }
  beforeEach(() => open('index'))
  afterEach(() => {
    said = []
    takenBack = []
    gone = []
    vi.unstubAllGlobals()
    openPage.speaker = null
    latestNotice.set(null)
    stoppedText.set(null)
  })

  const notice = (notice_id: string) =>
    toastNotice({ type: 'notices.updated', notice_id, unread: 2, text: 'A decision', action: 'See' })
  /** The server's answer about an order, in the language of the page; null for none. */
  const serve = (data: unknown) => {
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'ar' } })
    vi.stubGlobal('fetch', async () => (data ? Response.json({ code: 1, msg: '', data }) : Response.error()))
  }
  const order = (more: Partial<Order> = {}) => {
    const paid_at = new Date().toISOString()
    const product = { name: 'Coins' }
    const paid = { status: 'fulfilled', paid_at, refunded_amount: 0, refund_pending: false, product, ...more }
    return toastOrder({ type: 'order.updated', order: paid as Order }) // only these are read
  }
  const task = (id: string) => {
    const ended = { id, price: 5, status: 'succeeded', images: [{}], failed: 0, count: 1 }
    toastImageTask({ type: 'task.updated', task: ended as unknown as Task }) // only these are read
  }

  it('is each decision once, with the way to it, and nothing on its page', () => {
    notice('n1')
    notice('n1')
    expect(said.map(({ words }) => words)).toEqual(['A decision'])
    expect(latestNotice.get()).toEqual({ id: 'n1', unread: 2 })
    said[0]?.run?.()
    expect(gone).toEqual(['decisions#n1'])
    open('decisions')
    notice('n2')
    expect(said).toHaveLength(1)
    expect(latestNotice.get()?.id).toBe('n2')
  })

  it('is an order that was paid, except at the checkout or after a refund', async () => {
    serve({ product: { name: 'عملات' } })
    await order()
    await order({ refunded_amount: 1 })
    await order({ paid_at: '2020-01-01T00:00:00.000Z' }) // fulfilled again, since a refund failed
    open('checkout')
    await order()
    expect(said.map(({ words }) => words)).toEqual(['billing.order.paid عملات'])
  })

  it('names the order in the language of the account when the server cannot be asked', async () => {
    serve(null)
    await order()
    expect(said.map(({ words }) => words)).toEqual(['billing.order.paid Coins'])
  })

  it('is the end of a task, once, except where tasks are shown', () => {
    task('t1')
    task('t1')
    open('AiGeneratedImage')
    task('t2')
    expect(said.map(({ words }) => words)).toEqual(['image-tasks.told.ready'])
    said[0]?.run?.()
    expect(gone).toEqual(['AiGeneratedImage'])
  })

  it('is a stop with its appeal, unless the person sees it elsewhere', () => {
    vi.useFakeTimers()
    for (const message of ['Not this.', '', 'Not this either.']) {
      const stopped = { call: 'POST /api/user/profile', body: {}, message }
      stoppedText.set(stopped)
      toastStop()
      if (message === 'Not this either.') markShownAtField(stopped)
    }
    vi.runAllTimers()
    vi.useRealTimers()
    expect(said.map(({ words }) => words)).toEqual(['Not this.'])
    said[0]?.run?.()
    expect(gone).toEqual(['decisions#stop'])
  })

  it('is not the stop that a field shows later', () => {
    vi.useFakeTimers()
    const stopped = { call: 'POST /api/chat/settings', body: {}, message: 'Not this.' }
    stoppedText.set(stopped)
    toastStop()
    vi.runAllTimers()
    vi.useRealTimers()
    expect([said.length, takenBack]).toEqual([1, []])
    markShownAtField(stopped)
    expect(takenBack).toEqual(['Not this.'])
  })

  it('is nothing without a page that listens', async () => {
    openPage.speaker = null
    notice('n3')
    await order()
    task('t3')
    expect(said).toEqual([])
  })
})
