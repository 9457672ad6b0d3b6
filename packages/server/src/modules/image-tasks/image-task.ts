import type { ImageFault, ImageRequest } from './image-model.ts'

export type TaskStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled'

type ImageState = 'waiting' | 'made' | 'failed' | 'canceled' | 'deleted'

/** One image of a task, from the moment it was ordered. */
export interface TaskImage {
  position: number
  state: ImageState
  /** Failed attempts since it was last paid for. */
  tries: number
  /** How often it was paid for again. */
  round: number
  /** Coins charged for it the last time. */
  price: number
  /** Coins charged minus coins refunded, in total. */
  paid: number
  refunded: number
  mediaId: string | null
  width: number | null
  height: number | null
  spec: unknown
}

/** Why a task failed: a provider fault, or the deadline. */
export type TaskFault = ImageFault | 'late'

export interface ImageTask {
  id: string
  personId: string
  idempotencyKey: string
  retryKeys: readonly string[]
  /** The request that belongs to the idempotency key. */
  asked: string
  prompt: string
  styleId: string
  templateId: string | null
  size: ImageRequest['size']
  seed: string
  /** The draft or card that a face of the built-in painter is kept for. */
  keptFor: string | null
  portrait: unknown
  status: TaskStatus
  fault: TaskFault | null
  /** Progress of the running image, from 0 to 1. */
  share: number
  deadlineAt: Date
  userRev: number
  createdAt: Date
  endedAt: Date | null
  /** In order. */
  pictures: TaskImage[]
}

export const isTaskOpen = (task: Pick<ImageTask, 'status'>): boolean =>
  task.status === 'queued' || task.status === 'running'

/** Progress of the whole task, from 0 to 1: finished images, plus the provider's progress of the running one. */
export function taskProgress({ status, pictures, share }: Pick<ImageTask, 'status' | 'pictures' | 'share'>): number {
  if (status === 'succeeded') return 1
  const done = pictures.filter(({ state }) => state === 'made' || state === 'deleted').length
  const underWay = status === 'running' && pictures.some(({ state }) => state === 'waiting') ? share : 0
  return pictures.length === 0 ? 0 : Math.min(1, (done + underWay) / pictures.length)
}

/** The idempotency key of an image's charge, a new one each time it is paid for. */
export const imageChargeKey = (taskId: string, picture: Pick<TaskImage, 'position' | 'round'>): string =>
  `picture:${taskId}:${picture.position}:${picture.round}`
