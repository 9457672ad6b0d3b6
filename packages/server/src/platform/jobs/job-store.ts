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
  const deleted = await db.query(
    'delete from job where id = $1 and owner = $2 and not asked_again and $3::timestamptz is null returning id',
    [id, owner, againAt],
  )
  if (deleted.length > 0) return
  await db.query(
    `update job set owner = null, lease_until = null, attempts = 0, asked_again = false,
       run_at = case when asked_again then $4 else coalesce($3, $4::timestamptz) end
     where id = $1 and owner = $2`,
    [id, owner, againAt, now],
  )
}

/**
 * Reschedules a job that failed, or was aborted by a stop (no `failure`), at `runAt`, or marks it dead (`diedAt`).
 */
export async function rescheduleJob(
  db: Queryable,
  id: number,
  owner: string,
  back: { runAt: Date; diedAt: Date | null; failure: { at: Date; code: string } | null },
): Promise<void> {
  await db.query(
    `update job set owner = null, lease_until = null, run_at = $3, died_at = $4,
       attempts = attempts - case when $5::text is null then 1 else 0 end, last_error = coalesce($5, last_error),
       failed_at = coalesce($6, failed_at)
     where id = $1 and owner = $2`,
    [id, owner, back.runAt, back.diedAt, back.failure?.code ?? null, back.failure?.at ?? null],
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

/** Since when the due job that has waited longest has been due; null when none is. */
export async function findOldestDue(db: Queryable, now: Date): Promise<Date | null> {
  const row = onlyRow(
    await db.query<{ due: Date | null }>(
      'select min(run_at) as due from job where owner is null and died_at is null and run_at <= $1',
      [now],
    ),
  )
  return row?.due ?? null
}

/** Dead jobs by kind, with the last error of the one that died last. */
export function selectDeadJobs(
  db: Queryable,
): Promise<{ kind: string; count: number; error: string | null; diedAt: Date }[]> {
  return db.query(
    `select kind, count(*)::int as count, (array_agg(last_error order by died_at desc))[1] as error,
       max(died_at) as "diedAt"
     from job where died_at is not null group by kind order by max(died_at) desc limit 20`,
  )
}

/** Lets dead jobs of a kind run again; returns how many. */
export async function reviveJobs(db: Queryable, kind: string, now: Date): Promise<number> {
  const rows = await db.query(
    'update job set died_at = null, attempts = 0, run_at = $2 where kind = $1 and died_at is not null returning id',
    [kind, now],
  )
  return rows.length
}
