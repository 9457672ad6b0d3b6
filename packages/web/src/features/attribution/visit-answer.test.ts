import { beforeEach, expect, it, vi } from 'vitest'
import { type Arrival, campaignParams, createVisitAnswers, namesCampaign } from './visit-answer.ts'

function testStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const first: Arrival = { page: '/dopaming', referrer: 'https://news.example/', words: { utm_source: 'paper' } }
const later: Arrival = { page: '/getAPP', referrer: '', words: {} }
const send = vi.fn(async () => undefined)
let local = testStorage()
let session = testStorage()
const open = () => createVisitAnswers({ local, session, send })
beforeEach(() => {
  send.mockClear()
  local = testStorage()
  session = testStorage()
})

it('sends nothing and stores nothing beyond the tab until there is an answer', () => {
  const visits = open()
  visits.arrive(first, 1)
  expect(visits.read()).toBeNull()
  expect(send).not.toHaveBeenCalled()
  expect(local.kept.size).toBe(0)
})

it('remembers a no, sends nothing, and forgets the campaign', () => {
  const visits = open()
  visits.arrive(first, 1)
  visits.answer('no', first, 1)
  expect(send).not.toHaveBeenCalled()
  expect(session.kept.size).toBe(0)
  const again = open()
  again.arrive(first, 1)
  expect(again.read()).toBe('no')
  expect(send).not.toHaveBeenCalled()
  expect(session.kept.size).toBe(0)
})

it('sends the first arrival after a yes on any page, and once per tab', () => {
  const visits = open()
  visits.arrive(first, 0)
  visits.arrive(later, 0)
  visits.answer('yes', later, 0)
  visits.arrive(later, 0)
  expect(send.mock.calls).toEqual([
    [{ utm_source: 'paper' }, { page: '/dopaming', referrer: 'https://news.example/', device_type: 0, consent: true }],
  ])
  session = testStorage()
  open().arrive(later, 1)
  expect(send).toHaveBeenLastCalledWith({}, { page: '/getAPP', referrer: '', device_type: 1, consent: true })
})

it('deletes the stored visit when a yes becomes a no, and counts again after another yes', () => {
  const visits = open()
  const heard = vi.fn()
  const stop = visits.subscribe(heard)
  visits.answer('yes', first, 1)
  visits.answer('no', later, 1)
  expect(send).toHaveBeenLastCalledWith({}, { page: '/getAPP', referrer: '', device_type: 1, consent: false })
  visits.answer('yes', later, 1)
  expect(send).toHaveBeenCalledTimes(3)
  expect(heard).toHaveBeenCalledTimes(3)
  stop()
  visits.answer('no', later, 1)
  expect(heard).toHaveBeenCalledTimes(3)
})

it('uses an answer from another tab, and asks again if the browser cannot store it', () => {
  const visits = open()
  local.setItem('visit-answer', 'no')
  visits.refresh()
  expect(visits.read()).toBe('no')
  const forgetful = createVisitAnswers({ local: null, session: null, send })
  forgetful.arrive(first, 1)
  forgetful.answer('yes', first, 1)
  forgetful.arrive(first, 1)
  expect(forgetful.read()).toBe('yes')
  expect(send).toHaveBeenCalledTimes(1)
})

it('reads the campaign parameters and no others', () => {
  expect(campaignParams('?utm_source=a&utm_term=b&ref=c&code=SECRET&utm_medium=')).toEqual({
    utm_source: 'a',
    ref: 'c',
  })
  expect(campaignParams(`?ref=${'x'.repeat(300)}`).ref).toHaveLength(100)
  expect(namesCampaign('?sort=new')).toBe(false)
  expect(namesCampaign('?sort=new&utm_campaign=autumn')).toBe(true)
})
