// Written by `npm run openapi` from the contract.

/** Each call by method and path, below `/api/platform`. */
export interface Calls {
  /** Lists all rooms of the installation, in order of creation. Requires the scope `rooms:read`. */
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
  /** Creates a room with its first operator, who is mailed a PIN and an operator code. The answer contains neither. Requires the scope `rooms:write`. */
  'POST /rooms': {
    body: {
      name: string
      operator: { name: string; email: string }
      storage?: number | undefined
      users?: number | undefined
      template?: string | undefined
    }
    /** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { roomId: number; roomNo: string; url: string } }
  }
  /** Returns the name of a room. Requires the scope `rooms:read`. */
  'GET /rooms/{id}/rename': {
    params: { id: number }
    answer: { payload: { name: string } }
  }
  /** Renames a room. Requires the scope `rooms:write`. */
  'POST /rooms/{id}/rename': {
    params: { id: number }
    body: { name: string }
    /** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: null }
  }
  /** Returns the phase of a room, and when it closes by itself. Requires the scope `rooms:read`. */
  'GET /rooms/{id}/close': {
    params: { id: number }
    answer: { payload: { phase: 'open' | 'frozen' | 'closed' | 'destroying' | 'destroyed'; closesAt: string | null } }
  }
  /** Freezes a room at once and closes it after 24 hours, unless an operator cancels the closing. Operators are mailed. Requires the scope `rooms:write`. */
  'POST /rooms/{id}/close': {
    params: { id: number }
    /** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { phase: 'open' | 'frozen' | 'closed' | 'destroying' | 'destroyed'; closesAt: string | null } }
  }
  /** Returns the limits of a room, and the storage that it uses. Requires the scope `rooms:read`. */
  'GET /rooms/{id}/storage': {
    params: { id: number }
    answer: { payload: { storage: number; used: number; users: number } }
  }
  /** Updates the limits of a room. No limit can be below current use. Requires the scope `rooms:write`. */
  'POST /rooms/{id}/storage': {
    params: { id: number }
    body: { storage?: number | undefined; users?: number | undefined }
    /** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { storage: number; used: number; users: number } }
  }
  /** Invites 1 to 30 participants and mails each a PIN. Operators can be invited only in the room. The answer is in the order of the rows. Requires the scope `members:write`. */
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
    /** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { id: number; row?: number | undefined }[] }
  }
  /** Lists the events of a room, oldest first, without people, items or names. A `cursor` also works in later calls. Requires the scope `events:read`. */
  'GET /rooms/{id}/events': {
    params: { id: number }
    query?: { cursor?: string | undefined; limit?: number | undefined }
    answer: {
      payload: { sequence: number; kind: string; at: string }[]
      cursor?: string | undefined
      nextCursor?: string | undefined
    }
  }
  /** Lists the webhooks created with the key, without secrets. Requires the scope `webhooks:write`. */
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
  /** Creates a webhook. Only this answer contains its secret. Requires the scope `webhooks:write`. */
  'POST /webhooks': {
    body: {
      url: string
      events: ('room.created' | 'room.renamed' | 'room.frozen' | 'room.closed' | 'room.reopened' | 'room.closing-scheduled' | 'room.destruction-requested' | 'room.destroyed' | 'member.added' | 'member.removed' | 'document.added' | 'document.published' | 'question.asked' | 'question.answered')[]
    }
    /** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */
    idempotencyKey?: string | undefined
    answer: { payload: { id: number; secret: string } }
  }
  /** Deletes a webhook and its unsent deliveries. Requires the scope `webhooks:write`. */
  'DELETE /webhooks': {
    body: { id: number }
    answer: { payload: null }
  }
  /** Deletes the webhook in the path and its unsent deliveries. Requires the scope `webhooks:write`. */
  'DELETE /webhooks/{id}': {
    params: { id: number }
    answer: { payload: null }
  }
  /** Lists sent and waiting deliveries, newest first; `state=failed` lists those given up. Deliveries are kept for 30 days. Requires the scope `webhooks:write`. */
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
  /** Resends a delivery that was received or given up, with its original webhook-id. Requires the scope `webhooks:write`. */
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    params: { id: number; deliveryId: string }
    answer: { payload: null }
  }
}
