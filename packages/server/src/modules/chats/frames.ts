import { AppError } from '../../platform/app-error.ts'
import type { FrameHandlers } from '../../platform/server-module.ts'
import { stopReply } from './generation/stop-reply.ts'
import { sync } from './list/sync.ts'
import { deleteMessage } from './messages/delete-message.ts'
import { branchMessage, editMessage } from './messages/edit-message.ts'
import { hideMessage } from './messages/hide-message.ts'
import { prepareReply } from './messages/prepare-reply.ts'
import { continueReply, regenerateReply, requestSpeaker } from './messages/request-reply.ts'
import { restoreMessages } from './messages/restore-messages.ts'
import { selectVariant } from './messages/select-variant.ts'
import { sendMessage } from './messages/send-message.ts'
import type { ChatServices } from './services.ts'
import { findChat } from './store/chat-store.ts'

/** The handlers of all client frames but `ping`, which the socket gateway answers. */
export function chatFrames(services: ChatServices): Required<Omit<FrameHandlers, 'ping'>> {
  return {
    'message.send': (frame, caller) => sendMessage(services, caller, frame),
    'message.regenerate': (frame, caller) => regenerateReply(services, caller, frame),
    'message.continue': (frame, caller) => continueReply(services, caller, frame),
    'message.select': (frame, caller) => selectVariant(services, caller, frame),
    'message.edit': (frame, caller) =>
      frame.branch ? branchMessage(services, caller, frame) : editMessage(services, caller, frame),
    'message.delete': (frame, caller) => deleteMessage(services, caller, frame),
    'message.restore': (frame, caller) => restoreMessages(services, caller, frame),
    'message.hide': (frame, caller) => hideMessage(services, caller, frame),
    'generation.prepare': (frame, caller) => prepareReply(services, caller, frame),
    'generation.stop': async (frame, caller) => {
      const chat = await findChat(services.database, frame.chat_id, caller.identity.personId)
      if (!chat) throw new AppError('NotFound')
      return stopReply(services, chat, caller.locale)
    },
    'generation.speak': (frame, caller) => requestSpeaker(services, caller, frame),
    sync: (frame, caller) => sync(services, caller, frame),
  }
}
