import { onlyRow, type Queryable } from '../db/database.ts'

export interface JobRow {
  id: number
  kind: string
  key: string
  personId: string | null
  payload: Record<string, unknown>
  /** Attempts so far, including this one. */
  attempts: number
}

export interface JobRequest {
  kind: string
  /** What the job is about; there is at most one job per kind and key. */
  key: string
  payload?: Record<string, unknown>
  /** The job is deleted with this person when they are erased. */
  personId?: string
  /** Not before this time; if the job is already enqueued, the earlier time wins. */
  runAt?: Date
}

/** Enqueues a job. A running one runs once more afterwards; a dead one is revived. */
export async function insertJob(db: Queryable, request: JobRequest, now: Date): Promise<void> {
  await db.query(
    `insert into job (kind, key, person_id, payload, run_at, created_at) values ($1, $2, $3, $4::jsonb, $5, $6)
     on conflict (kind, key) do update set payload = excluded.payload, asked_again = job.owner is not null,
       run_at = case when job.died_at is null and job.owner is null then least(job.run_at, excluded.run_at)
                     when job.died_at is not null then excluded.run_at else job.run_at end,
       attempts = case when job.died_at is null then job.attempts else 0 end, died_at = null`,
    [
      request.kind,
      request.key,
      request.personId ?? null,
      JSON.stringify(request.payload ?? {}),
      request.runAt ?? now,
      now,
    ],
  )
}

/** Adds a job unless one of its kind and key exists, whose time stays as it is. */
export async function insertJobIfMissing(db: Queryable, request: JobRequest, now: Date): Promise<void> {
  await db.query(
    `insert into job (kind, key, person_id, payload, run_at, created_at) values ($1, $2, $3, $4::jsonb, $5, $6)
     on conflict (kind, key) do nothing`,
    [
      request.kind,
      request.key,
      request.personId ?? null,
      JSON.stringify(request.payload ?? {}),
      request.runAt ?? now,
      now,
    ],
  )
}

/** Deletes the jobs of a kind whose key is not among `keys`, unless a process is running them. */
export async function deleteJobsExcept(db: Queryable, kind: string, keys: readonly string[]): Promise<void> {
  await db.query('delete from job where kind = $1 and owner is null and not (key = any($2::text[]))', [kind, keys])
}

/**
 * Claims due jobs, longest due first: waiting ones, and those of a process whose lease has expired. Two processes never
 * claim the same job.
 */
export function claimJobs(
  db: Queryable,
  claim: { kind: string; owner: string; limit: number; now: Date; leaseUntil: Date },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `update job set owner = $2, lease_until = $5, attempts = attempts + 1, asked_again = false
     where id in (select id from job where kind = $1 and died_at is null and run_at <= $4
         and (owner is null or lease_until < $4) order by run_at limit $3 for update skip locked)
     returning id, kind, key, person_id as "personId", payload, attempts`,
    [claim.kind, claim.owner, claim.limit, claim.now, claim.leaseUntil],
  )
}

/** Returns false when the job no longer belongs to this process. */
export async function renewLease(db: Queryable, id: number, owner: string, leaseUntil: Date): Promise<boolean> {
  const rows = await db.query('update job set lease_until = $3 where id = $1 and owner = $2 returning id', [
    id,
    owner,
    leaseUntil,
  ])
  return rows.length > 0
}

/** Releases the jobs claimed by any other process. */
export async function releaseJobs(db: Queryable, owner: string): Promise<void> {
  await db.query('update job set owner = null, lease_until = null where owner <> $1', [owner])
}

/**
 * Completes a job: deletes its row, or reschedules it when it was enqueued meanwhile or has more to do at `againAt`.
 */
export async function completeJob(
  db: Queryable,
  id: number,
  owner: string,
  { againAt, now }: { againAt: Date | null; now: Date },
): Promise<void> {
  const gone = await db.query(
    'delete from job where id = $1 and owner = $2 and not asked_again and $3::timestamptz is null returning id',
    [id, owner, againAt],
  )
  if (gone.length > 0) return
  await db.query(
    `update job set owner = null, lease_until = null, attempts = 0, asked_again = false,
       run_at = case when asked_again then $4 else coalesce($3, $4::timestamptz) end
     where id = $1 and owner = $2`,
    [id, owner, againAt, now],
  )
}

/**
 * Reschedules a job that failed, or was aborted by a stop (`counts: false`), at `runAt`, or marks it dead (`diedAt`).
 */
export async function rescheduleJob(
  db: Queryable,
  id: number,
  owner: string,
  back: { runAt: Date; diedAt: Date | null; counts: boolean },
): Promise<void> {
  await db.query(
    `update job set owner = null, lease_until = null, run_at = $3, died_at = $4,
       attempts = attempts - case when $5::boolean then 0 else 1 end
     where id = $1 and owner = $2`,
    [id, owner, back.runAt, back.diedAt, back.counts],
  )
}

/** The number of jobs by state, for the operator. */
export async function countJobs(db: Queryable): Promise<{ waiting: number; running: number; dead: number }> {
  const counts = onlyRow(
    await db.query<{ waiting: number; running: number; dead: number }>(
      `select count(*) filter (where owner is null and died_at is null) as waiting,
         count(*) filter (where owner is not null) as running, count(*) filter (where died_at is not null) as dead
       from job`,
    ),
  )
  return counts ?? { waiting: 0, running: 0, dead: 0 }
}
