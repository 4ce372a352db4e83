export const LIMITS = {
  /** Default for JSON bodies. */
  jsonBodyBytes: 256_000,
  /** It also limits the form part `data`. */
  jsonBodyBytesMax: 1_000_000,
  jsonDepth: 20,
  /** Arrays and objects count too. */
  jsonValues: 20_000,
  groupsPerRoom: 200,
  groupNameLength: 100,
  networksPerGroup: 50,
  grantsPerCall: 1_000,
  /** Cells a spreadsheet of the matrix may change. */
  matrixChanges: 5_000,
  /** Folders, and documents with grants of their own, in a spreadsheet of the matrix. */
  matrixRows: 50_000,
  matrixBytes: 10_485_760,
  /** Documents whose rights a preview compares. */
  grantEffectsMax: 100_000,
  inviteesPerCall: 30,
  threadTitle: 300,
  threadText: 20_000,
  threadLinks: 100,
  /** Of one entry. */
  threadFiles: 5,
  threadFileBytes: 20 * 1024 * 1024,
  threadsPerCall: 500,
  threadsPerRoom: 200_000,
  importRows: 5_000,
  importBytes: 10_485_760,
  /** The newest threads with a keyword, in an export. */
  exportedByKeyword: 20_000,
  /** Rows of an index that is exported as PDF, and as anything else. */
  indexRowsOfPdf: 10_000,
  indexRows: 1_000_000,
  /** Folders and documents of a room whose disclosure is recorded. */
  disclosedItems: 200_000,
  /** Questions, requests and FAQ entries of a record. */
  disclosedThreads: 20_000,
  disclosuresPerRoom: 500,
  /** Threads in an exported PDF. */
  pdfThreads: 2_000,
  viewName: 40,
  viewsPerMember: 30,
  topicName: 100,
  topicsPerRoom: 200,
  expertsPerTopic: 50,
  uploadBytes: 314_572_800,
  uploadFilesPerCall: 1_000,
  idleMs: 1_800_000,
  idleWarningMs: 120_000,
  /** Fixed session lifetime from its creation. */
  sessionMs: 12 * 3_600_000,
  sessionWarningMs: 600_000,
  elevatedMs: 8 * 3_600_000,
  heartbeatMs: 20_000,
  aliveEveryMs: 60_000,
  /** For all members. Beyond it, PINs work on known devices only. */
  wrongPinsPerDay: 1_000,
  /** It counts from the last entry. */
  deviceMs: 90 * 24 * 3_600_000,
  devicesPerMember: 20,
  /** Activity log: two years. */
  retentionMs: 730 * 24 * 3_600_000,
  /** A requested destruction then starts by itself. */
  destructionWaitMs: 24 * 3_600_000,
  /** Requester and confirmer need it for immediate destruction. */
  operatorSeniorityMs: 7 * 24 * 3_600_000,
  /** The link works once. */
  entryLinkMs: 30 * 60_000,
  /** The link that proves an address works once. */
  proofLinkMs: 15 * 60_000,
  /** A browser may cross between rooms for so long. */
  proofMs: 12 * 3_600_000,
  stepCodeMs: 10 * 60_000,
  /** The code is mailed to an operator's new address. */
  addressCodeMs: 60 * 60_000,
  addressCodeTries: 5,
  /** Wait before another mailed code. */
  stepAgainMs: 60_000,
  /** Per member. */
  pinMailsPerHour: 5,
  leaseIdleMs: 600_000,
  /** One more closes the least recently used document. */
  leasesPerMember: 50,
  trashMs: 30 * 24 * 3_600_000,
  listDefault: 500,
  listMax: 1_000,
  /** Cursors per outline. */
  outlineMax: 4_000,
  /** Counting in trash folders stops here. */
  itemCountMax: 1_000,
  nameLength: 255,
  treeDepth: 60,
  itemsPerCopy: 50_000,
  /** Named items only, without contents. */
  itemsPerMeasure: 1_000,
  /** Asked for by their ids. */
  chosenPerCall: 1_000,
  itemsPerPublication: 1_000,
  itemsPerOrder: 1_000,
  renamesPerCall: 1_000,
  renumberedShown: 100,
  /** Folders of a structure, from a table or a template. */
  structureRows: 5_000,
  templateName: 100,
  /** In a room, received ones included. */
  expectedDocuments: 5_000,
  expectedPerCall: 1_000,
  /** In one answer. */
  expectedShown: 1_000,
  templatesPerRoom: 50,
  proposalsPerCall: 20,
  proposalNoteLength: 500,
  /** By one group. */
  proposalsPerDay: 50,
  /** Submitted by one group into drop folders and not published yet. */
  submissionsWaiting: 2_000,
  submissionsWaitingBytes: 21_474_836_480,
  /** Nor more than this part of the room's storage. */
  submissionsWaitingShare: 1 / 8,
  /** Looked into by one call of the check before publishing. */
  itemsPerCheck: 50,
  /** A publication is ordered at most this long ahead: 366 days. */
  publicationAheadMs: 366 * 86_400_000,
  /** Contents included. */
  measuredMax: 100_000,
  keywordLength: 200,
  /** In one conflict check. */
  pathsPerCall: 1_000,
  /** Documents that are named for one file of replaced versions. */
  matchesPerName: 20,
  /** Each may create up to `treeDepth` new folders. */
  foldersPerCall: 100,
  /** Per zip or ticket, without contents. */
  itemsPerTicket: 1_000,
  /** Contents included. */
  itemsPerZip: 50_000,
  /** A ticket must be used this soon after its issue or preparation. */
  ticketMs: 60_000,
  /** It counts from the issue. A running transfer continues. */
  ticketEndMs: 10 * 60_000,
  /** One more ends the oldest. */
  ticketsPerMember: 200,
  /** Uploads expire after this time without a byte. */
  uploadRestMs: 24 * 3_600_000,
  uploadsPerMember: 200,
  /** Minimum, except for the last piece. */
  uploadPieceBytes: 32_768,
  findLength: 100,
  /** Each document is decrypted before it is returned. */
  searchDefault: 20,
  /** Pages per document in a search of all documents. */
  searchPages: 10,
  /** Counting of hits per page, and of documents without text yet, stops here. */
  searchCountMax: 1_000,
  findHits: 1_000,
  /** A printed page has a few thousand. */
  pageCharacters: 100_000,
  linksPerPage: 1_000,
  linkLength: 2_000,
  /** PDF uses at most 127 bytes. */
  passwordLength: 500,
  reportsPerCall: 100,
  pageWidthMin: 16,
  pageWidthMax: 4_096,
  messageTitle: 200,
  messageContent: 10_000,
  recipientsPerMessage: 1_000,
  /** Retention in the sender's list. */
  sentMessageMs: 90 * 24 * 3_600_000,
  /** Retention for download or another mail attempt. */
  messageFileMs: 7 * 24 * 3_600_000,
  draftLength: 60_000,
  /** From the last change on. */
  draftMs: 7 * 24 * 3_600_000,
  /** Mail servers rarely accept more. A larger file becomes a link. */
  attachmentBytes: 10_000_000,
  /** Each mail holds a copy until it is sent. */
  attachmentBytesOfAll: 200_000_000,
  pagesPerDocument: 5_000,
  /** Per side of a stored stamp image. */
  stampPixels: 2_000,
  /** Boxes and remarks together. */
  boxesPerDocument: 2_000,
  annotationsPerDocument: 2_000,
  participantsPerDocument: 100,
  documentsPerInvitation: 50,
  /** As JSON, for all pages. */
  annotationsBytes: 8_000_000,
  /** Characters in a box or on a page. */
  boxText: 1_000,
  boxLabel: 40,
  /** Stamp or signature image. */
  signatureImageBytes: 5_000_000,
  logoBytes: 512 * 1024,
  logoPixels: 640,
  agreementText: 40_000,
  agreementBytes: 10 * 1024 * 1024,
  agreementPages: 100,
  /** Pixels. */
  agreementPageWidth: 1_400,
  /** Days of validity. */
  signValidDefault: 14,
  signValidMax: 365,
  /** Per room. */
  signMailsPerHour: 500,
  remindAgainMs: 10 * 60_000,
  /** Image files of one e-signature. */
  signFilesBytes: 20_000_000,
  /** Base64 characters for all signers, in equal shares. */
  signatureImagesBytes: 60_000_000,
  signNotice: 2_000,
  declineReason: 500,
  /** It counts from the completion. */
  archiveMs: 3 * 24 * 3_600_000,
  /** Per person, and separately per room. */
  archivesAtOnce: 5,
  /** Watermarked copies stay on disk with their archive. */
  ownArchivesAtOnce: 3,
  itemsPerArchive: 200_000,
  archivePassphraseMin: 12,
  usersUnlimited: 10_000,
  roomStorageBytes: 10_000_000_000,
} as const

/** Beyond a limit answers are delayed. Beyond twice a limit they are refused until the minute or hour is over. */
export const READING_LIMITS = {
  documentsPerMinute: 30,
  pagesPerMinute: 120,
  downloadsPerMinute: 30,
  documentsPerHour: 300,
  pagesPerHour: 2_000,
  downloadsPerHour: 300,
} as const

export const READING_LIMIT_MAX = 100_000

/** In per cent of the standard. */
export const WATERMARK_STRENGTH = { least: 50, most: 200 } as const

/** Lower case. */
export const EXTENSIONS = ['jpg', 'jpeg', 'bmp', 'png', 'pdf', 'hwp', 'hwpx', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'] as const
export type Extension = (typeof EXTENSIONS)[number]

/** `type` of an item on the wire. */
export const ITEM_TYPE = { file: 4, folder: 5, emptyRoot: 8 } as const

/** `roleId` on the wire. */
export const ROLE = { operator: 4, participant: 5 } as const

/** Returns the bytes per attachment. */
export const attachmentLimit = (recipients: number): number =>
  Math.min(LIMITS.attachmentBytes, Math.floor(LIMITS.attachmentBytesOfAll / Math.max(1, recipients)))

const MESSAGE_FILES_LEAST = 50_000_000

/** These bytes come in addition to the room's storage. */
export function messageFilesBudget(roomStorage: number): { readonly room: number; readonly member: number } {
  const room = Math.max(MESSAGE_FILES_LEAST, Math.floor(roomStorage / 20))
  return { room, member: Math.floor(room / 5) }
}

/** In device pixels. Requests are rounded up. */
export const PAGE_WIDTHS = [64, 128, 256, 480, 800, 1_200, 1_600, 2_400, 3_200, 4_096] as const

/** Other widths are refused. */
export const TILED_WIDTHS = [800, 1_200, 1_600, 2_400, 3_200, 4_800, 6_400, 9_600, 12_800, 19_200] as const
