import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { loadPerson } from '../accounts/module.ts'
import { stopReply } from './generation/stop-reply.ts'
import { sync } from './list/sync.ts'
import { deleteMessage } from './messages/delete-message.ts'
import { branchMessage, editMessage } from './messages/edit-message.ts'
import { continueReply, regenerateReply, requestSpeaker } from './messages/request-reply.ts'
import { selectVariant } from './messages/select-variant.ts'
import { sendMessage } from './messages/send-message.ts'
import type { ChatServices } from './services.ts'
import { findChat } from './store/chat-store.ts'

/** Greets a new connection with the person's identity and their current revision. */
export async function sendReady(services: ChatServices, caller: RealtimeCaller): Promise<void> {
  const person = await loadPerson(services.database, caller.identity.personId)
  caller.reply({
    type: 'ready',
    user_id: caller.identity.personId,
    server_time: services.clock.now().toISOString(),
    user_rev: person?.userRev ?? 0,
  })
}

/** Handles a client frame. The switch is exhaustive: a frame type without a case does not compile. @throws AppError. */
export async function handleFrame(services: ChatServices, frame: ClientFrame, caller: RealtimeCaller): Promise<void> {
  switch (frame.type) {
    case 'message.send':
      return sendMessage(services, caller, frame)
    case 'message.regenerate':
      return regenerateReply(services, caller, frame)
    case 'message.continue':
      return continueReply(services, caller, frame)
    case 'message.select':
      return selectVariant(services, caller, frame)
    case 'message.edit':
      return frame.branch ? branchMessage(services, caller, frame) : editMessage(services, caller, frame)
    case 'message.delete':
      return deleteMessage(services, caller, frame)
    case 'generation.stop': {
      const chat = await findChat(services.database, frame.chat_id, caller.identity.personId)
      if (!chat) throw new AppError('NotFound')
      return stopReply(services, chat)
    }
    case 'generation.speak':
      return requestSpeaker(services, caller, frame)
    case 'sync':
      return sync(services, caller, frame)
    case 'ping':
      return caller.reply({ type: 'pong', t: frame.t })
    default:
      frame satisfies never
  }
}
