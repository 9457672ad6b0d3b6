import type { ImageFault, ImageRequest } from './image-model.ts'

export type TaskStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled'

export type ImageState = 'waiting' | 'made' | 'failed' | 'canceled' | 'deleted'

/** One picture of a task, from the moment it was ordered. */
export interface TaskImage {
  position: number
  state: ImageState
  /** Broken off by the provider since it was last paid for. */
  tries: number
  /** How often it was paid for anew. */
  round: number
  /** Coins taken for it the last time. */
  price: number
  /** Coins taken for it, and given back, in all. */
  paid: number
  refunded: number
  mediaId: string | null
  width: number | null
  height: number | null
  spec: unknown
}

/** Why a task failed: a provider's fault, or that it took too long. */
export type TaskFault = ImageFault | 'late'

export interface ImageTask {
  id: string
  personId: string
  idempotencyKey: string
  retryKeys: readonly string[]
  /** What came with the key. */
  asked: string
  prompt: string
  styleId: string
  templateId: string | null
  size: ImageRequest['size']
  seed: string
  portrait: unknown
  status: TaskStatus
  fault: TaskFault | null
  /** Of the picture that is being made, from 0 to 1. */
  share: number
  deadlineAt: Date
  userRev: number
  createdAt: Date
  endedAt: Date | null
  /** In their order. */
  pictures: TaskImage[]
}

export const isTaskOpen = (task: Pick<ImageTask, 'status'>): boolean =>
  task.status === 'queued' || task.status === 'running'

/** What is done of all of it, from 0 to 1: whole pictures, and of the one under way what its provider tells. */
export function taskProgress({ status, pictures, share }: Pick<ImageTask, 'status' | 'pictures' | 'share'>): number {
  if (status === 'succeeded') return 1
  const done = pictures.filter(({ state }) => state === 'made' || state === 'deleted').length
  const underWay = status === 'running' && pictures.some(({ state }) => state === 'waiting') ? share : 0
  return pictures.length === 0 ? 0 : Math.min(1, (done + underWay) / pictures.length)
}

/** Names the charge of a picture once for each time that it is paid for. */
export const imageChargeKey = (taskId: string, picture: Pick<TaskImage, 'position' | 'round'>): string =>
  `picture:${taskId}:${picture.position}:${picture.round}`
