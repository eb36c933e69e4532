import type { Catalogue } from '@latchkey/plugin-api'

/** The texts in other languages than English: few enough to come together. */
export const translated = {
  ar: {
    'errors.bitcoin.address_required': 'اختر عنوانًا للتبديل إليه.',
    'errors.bitcoin.not_payment': 'لا يمكن التبديل إلا إلى عناوين الدفع.',
    'errors.bitcoin.message_not_text': 'محافظ بيتكوين توقّع النصوص فقط.',
    'errors.bitcoin.insufficient_funds': 'لا يكفي الرصيد لإرسال هذا ودفع الرسوم.',
    'errors.bitcoin.cannot_build': 'أرسل من داخل محفظتك: لا يمكن الإرسال من هذا العنوان هنا.',
  },
  de: {
    'errors.bitcoin.address_required': 'Wählen Sie eine Adresse, zu der gewechselt werden soll.',
    'errors.bitcoin.not_payment': 'Es kann nur zu Zahlungsadressen gewechselt werden.',
    'errors.bitcoin.message_not_text': 'Bitcoin-Wallets signieren nur Text.',
    'errors.bitcoin.insufficient_funds': 'Das Guthaben reicht nicht, um das zu senden und die Gebühr zu zahlen.',
    'errors.bitcoin.cannot_build': 'Senden Sie aus Ihrer Wallet heraus: Von dieser Adresse kann hier nicht gesendet werden.',
  },
  es: {
    'errors.bitcoin.address_required': 'Elija una dirección a la que cambiar.',
    'errors.bitcoin.not_payment': 'Solo se puede cambiar a direcciones de pago.',
    'errors.bitcoin.message_not_text': 'Las billeteras de Bitcoin solo firman texto.',
    'errors.bitcoin.insufficient_funds': 'No hay saldo suficiente para enviar esto y pagar la comisión.',
    'errors.bitcoin.cannot_build': 'Envíe desde su billetera: desde esta dirección no se puede enviar aquí.',
  },
  fr: {
    'errors.bitcoin.address_required': 'Choisissez l’adresse à utiliser.',
    'errors.bitcoin.not_payment': 'Seules les adresses de paiement peuvent être choisies.',
    'errors.bitcoin.message_not_text': 'Les portefeuilles Bitcoin ne signent que du texte.',
    'errors.bitcoin.insufficient_funds': 'Le solde ne suffit pas pour l’envoi et les frais.',
    'errors.bitcoin.cannot_build': 'Envoyez depuis votre portefeuille\u00a0: l’envoi n’est pas possible ici avec cette adresse.',
  },
  ja: {
    'errors.bitcoin.address_required': '切り替え先のアドレスを選んでください。',
    'errors.bitcoin.not_payment': '切り替えられるのは支払い用アドレスだけです。',
    'errors.bitcoin.message_not_text': 'ビットコインのウォレットが署名できるのはテキストだけです。',
    'errors.bitcoin.insufficient_funds': '送金額と手数料に対して残高が足りません。',
    'errors.bitcoin.cannot_build': 'ウォレットから送金してください。このアドレスからはここで送金できません。',
  },
  ko: {
    'errors.bitcoin.address_required': '전환할 주소를 선택하세요.',
    'errors.bitcoin.not_payment': '결제 주소로만 전환할 수 있습니다.',
    'errors.bitcoin.message_not_text': '비트코인 지갑은 텍스트만 서명합니다.',
    'errors.bitcoin.insufficient_funds': '전송 금액과 수수료를 내기에 잔액이 부족합니다.',
    'errors.bitcoin.cannot_build': '지갑에서 직접 보내세요. 이 주소로는 여기에서 보낼 수 없습니다.',
  },
  pt: {
    'errors.bitcoin.address_required': 'Escolha um endereço para o qual mudar.',
    'errors.bitcoin.not_payment': 'Só é possível mudar para endereços de pagamento.',
    'errors.bitcoin.message_not_text': 'Carteiras de Bitcoin assinam apenas texto.',
    'errors.bitcoin.insufficient_funds': 'O saldo não é suficiente para enviar isto e pagar a taxa.',
    'errors.bitcoin.cannot_build': 'Envie pela sua carteira: não é possível enviar deste endereço aqui.',
  },
  tr: {
    'errors.bitcoin.address_required': 'Geçilecek bir adres seçin.',
    'errors.bitcoin.not_payment': 'Yalnızca ödeme adreslerine geçilebilir.',
    'errors.bitcoin.message_not_text': 'Bitcoin cüzdanları yalnızca metin imzalar.',
    'errors.bitcoin.insufficient_funds': 'Bunu göndermeye ve ücreti ödemeye bakiye yetmiyor.',
    'errors.bitcoin.cannot_build': 'Cüzdanınızın içinden gönderin: Bu adresten buradan gönderilemiyor.',
  },
  zh: {
    'errors.bitcoin.address_required': '请选择要切换到的地址。',
    'errors.bitcoin.not_payment': '只能切换到付款地址。',
    'errors.bitcoin.message_not_text': '比特币钱包只能签署文本。',
    'errors.bitcoin.insufficient_funds': '余额不足以支付发送金额和手续费。',
    'errors.bitcoin.cannot_build': '请在您的钱包中发送：此处无法从该地址发送。',
  },
} as const satisfies Readonly<Record<string, Catalogue>>
