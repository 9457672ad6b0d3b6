import { type CopyPart, jsonOf, listPart } from './own-data.ts'
import { selectAllSessions, selectTalk } from './store.ts'

/** Who the person is here, as their copy has it. */
export const profilePart: CopyPart = {
  path: 'profile.json',
  about: 'profile',
  tables: ['person'],
  async *files(db, { person }) {
    const { userRev: _internal, ...known } = person
    const [talk] = await selectTalk(db, person.id)
    yield { path: 'profile.json', pieces: jsonOf({ ...known, ...talk }) }
  },
}

/** The devices that are signed in; of their keys there is nothing to hand over but digests, which stay here. */
export const devicesPart: CopyPart = listPart(
  { path: 'devices.json', about: 'devices', tables: ['session'] },
  selectAllSessions,
)
