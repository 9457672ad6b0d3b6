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
  requestBody: string
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
  images: TaskImage[]
}

export const isTaskOpen = (task: Pick<ImageTask, 'status'>): boolean =>
  task.status === 'queued' || task.status === 'running'

/** Progress of the whole task, from 0 to 1: finished images, plus the provider's progress of the running one. */
export function taskProgress({ status, images, share }: Pick<ImageTask, 'status' | 'images' | 'share'>): number {
  if (status === 'succeeded') return 1
  const done = images.filter(({ state }) => state === 'made' || state === 'deleted').length
  const running = status === 'running' && images.some(({ state }) => state === 'waiting') ? share : 0
  return images.length === 0 ? 0 : Math.min(1, (done + running) / images.length)
}

/** The idempotency key of an image's charge, a new one each time it is paid for. */
export const imageChargeKey = (taskId: string, image: Pick<TaskImage, 'position' | 'round'>): string =>
  `picture:${taskId}:${image.position}:${image.round}`
