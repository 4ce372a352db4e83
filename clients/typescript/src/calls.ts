// Written by `npm run openapi` from the contract.

/** Each call by method and path, below `/api/platform`. */
export interface Calls {
  /** All rooms of the installation, in the order in which they were made. Needs the scope `rooms:read`. */
  'GET /rooms': {
    query?: { cursor?: string | undefined; limit?: number | undefined }
    answer: {
      payload: {
        roomId: number
        roomNo: string
        name: string
        phase: 'open' | 'frozen' | 'closed' | 'destroying' | 'destroyed'
        createdAt: string
        closesAt: string | null
      }[]
      nextCursor?: string | undefined
    }
  }
  /** Makes a room with its first operator, who is mailed PIN and code; the caller learns neither. Needs the scope `rooms:write`. */
  'POST /rooms': {
    body: {
      name: string
      operator: { name: string; email: string }
      storage?: number | undefined
      users?: number | undefined
      template?: string | undefined
    }
    /** 1 to 200 visible characters. The call under it happens once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { roomId: number; roomNo: string; url: string } }
  }
  /** The name of a room. Needs the scope `rooms:read`. */
  'GET /rooms/{id}/rename': {
    params: { id: number }
    answer: { payload: { name: string } }
  }
  /** Renames a room. Needs the scope `rooms:write`. */
  'POST /rooms/{id}/rename': {
    params: { id: number }
    body: { name: string }
    /** 1 to 200 visible characters. The call under it happens once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: null }
  }
  /** The phase of a room, and when it closes by itself. Needs the scope `rooms:read`. */
  'GET /rooms/{id}/close': {
    params: { id: number }
    answer: { payload: { phase: 'open' | 'frozen' | 'closed' | 'destroying' | 'destroyed'; closesAt: string | null } }
  }
  /** Freezes a room at once and closes it after 24 hours, unless an operator takes that back; operators are mailed. Needs the scope `rooms:write`. */
  'POST /rooms/{id}/close': {
    params: { id: number }
    /** 1 to 200 visible characters. The call under it happens once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { phase: 'open' | 'frozen' | 'closed' | 'destroying' | 'destroyed'; closesAt: string | null } }
  }
  /** The limits of a room, and the storage that it uses. Needs the scope `rooms:read`. */
  'GET /rooms/{id}/storage': {
    params: { id: number }
    answer: { payload: { storage: number; used: number; users: number } }
  }
  /** Changes the limits of a room, to no less than what is in use. Needs the scope `rooms:write`. */
  'POST /rooms/{id}/storage': {
    params: { id: number }
    body: { storage?: number | undefined; users?: number | undefined }
    /** 1 to 200 visible characters. The call under it happens once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { storage: number; used: number; users: number } }
  }
  /** Invites 1 to 30 participants, who are mailed a PIN; operators are invited in the room. Answers in the order of the rows. Needs the scope `members:write`. */
  'POST /rooms/{id}/members': {
    params: { id: number }
    body: {
      inviteUserList: {
        id?: number | undefined
        division?: string | undefined
        name: string
        position?: string | undefined
        email: string
        phone?: string | undefined
        groupId?: number | undefined
        print?: boolean | undefined
        download?: boolean | undefined
        from?: string | undefined
        until?: string | undefined
        scope?: 'full' | 'content' | undefined
      }[]
      roleId?: number | undefined
      groupId?: number | undefined
    }
    /** 1 to 200 visible characters. The call under it happens once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { id: number; row?: number | undefined }[] }
  }
  /** What happened in a room, oldest first, without people, items or names. `cursor` goes on later as well. Needs the scope `events:read`. */
  'GET /rooms/{id}/events': {
    params: { id: number }
    query?: { cursor?: string | undefined; limit?: number | undefined }
    answer: {
      payload: { sequence: number; kind: string; at: string }[]
      cursor?: string | undefined
      nextCursor?: string | undefined
    }
  }
  /** The webhooks that were made with the key, without their secrets. Needs the scope `webhooks:write`. */
  'GET /webhooks': {
    answer: {
      payload: {
        id: number
        url: string
        events: ('room.created' | 'room.renamed' | 'room.frozen' | 'room.closed' | 'room.reopened' | 'room.closing-scheduled' | 'room.destruction-requested' | 'room.destroyed' | 'member.added' | 'member.removed' | 'document.added' | 'document.published' | 'question.asked' | 'question.answered')[]
        createdAt: string
        waiting: number
        failed: number
        pausedUntil: string | null
      }[]
    }
  }
  /** Makes a webhook. Its secret is in this answer alone. Needs the scope `webhooks:write`. */
  'POST /webhooks': {
    body: {
      url: string
      events: ('room.created' | 'room.renamed' | 'room.frozen' | 'room.closed' | 'room.reopened' | 'room.closing-scheduled' | 'room.destruction-requested' | 'room.destroyed' | 'member.added' | 'member.removed' | 'document.added' | 'document.published' | 'question.asked' | 'question.answered')[]
    }
    /** 1 to 200 visible characters. The call under it happens once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { id: number; secret: string } }
  }
  /** Removes a webhook with what it has not been sent yet. Needs the scope `webhooks:write`. */
  'DELETE /webhooks': {
    body: { id: number }
    answer: { payload: null }
  }
  /** Likewise. Needs the scope `webhooks:write`. */
  'DELETE /webhooks/{id}': {
    params: { id: number }
    answer: { payload: null }
  }
  /** What was sent or waits, newest first; `state=failed` lists what was given up. Kept for 30 days. Needs the scope `webhooks:write`. */
  'GET /webhooks/{id}/deliveries': {
    params: { id: number }
    query?: { cursor?: string | undefined; limit?: number | undefined; state?: 'waiting' | 'delivered' | 'failed' | undefined }
    answer: {
      payload: {
        id: string
        type: 'room.created' | 'room.renamed' | 'room.frozen' | 'room.closed' | 'room.reopened' | 'room.closing-scheduled' | 'room.destruction-requested' | 'room.destroyed' | 'member.added' | 'member.removed' | 'document.added' | 'document.published' | 'question.asked' | 'question.answered'
        timestamp: string
        roomId: number
        sequence: number | null
        state: 'waiting' | 'delivered' | 'failed'
        attempts: number
        status: number | null
        fault: 'status' | 'time' | 'address' | 'connection' | 'sequence' | 'expired' | null
        nextAt: string | null
      }[]
      nextCursor?: string | undefined
    }
  }
  /** Sends again what was delivered or given up, under the same webhook-id. Needs the scope `webhooks:write`. */
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    params: { id: number; deliveryId: string }
    answer: { payload: null }
  }
}
