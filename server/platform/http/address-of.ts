import type { FastifyRequest } from 'fastify'

/** Closed connections have no address. */
export const addressOf = ({ ip }: { readonly ip: FastifyRequest['ip'] | undefined }): string =>
  ip ?? ''
