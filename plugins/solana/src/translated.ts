import type { Catalogue } from '@latchkey/plugin-api'

/** The texts in other languages than English: few enough to come together. */
export const translated = {
  ar: {
    'errors.solana.transfer_refused': 'لا يمكن إرسال هذا إلى ذلك العنوان.',
  },
  de: {
    'errors.solana.transfer_refused': 'Das kann nicht an diese Adresse gesendet werden.',
  },
  es: {
    'errors.solana.transfer_refused': 'No se puede enviar esto a esa dirección.',
  },
  fr: {
    'errors.solana.transfer_refused': 'Ceci ne peut pas être envoyé à cette adresse.',
  },
  ja: {
    'errors.solana.transfer_refused': 'そのアドレスには送信できません。',
  },
  ko: {
    'errors.solana.transfer_refused': '해당 주소로 보낼 수 없습니다.',
  },
  pt: {
    'errors.solana.transfer_refused': 'Isto não pode ser enviado para esse endereço.',
  },
  tr: {
    'errors.solana.transfer_refused': 'Bu, o adrese gönderilemiyor.',
  },
  zh: {
    'errors.solana.transfer_refused': '无法发送到该地址。',
  },
} as const satisfies Readonly<Record<string, Catalogue>>
