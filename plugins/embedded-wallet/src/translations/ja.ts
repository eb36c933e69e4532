import type { Catalogue } from '@latchkey/plugin-api'

export const ja: Catalogue = {
  'embedded.emailTitle': 'メールでログイン',
  'embedded.emailText':
    '何もインストールせずにウォレットを使えます。メールにはコードまたはリンクがあります。',
  'embedded.emailLabel': 'メールアドレス',
  'embedded.continue': 'メールで続ける',
  'embedded.codeTitle': 'コードを入力',
  'embedded.codeText': '{email} に6桁のコードを送りました。',
  'embedded.codeLabel': '6桁のコード',
  'embedded.digit': '6桁中{number}桁目',
  'embedded.checking': 'コードを確認しています…',
  'embedded.resend': 'メールを再送する',
  'embedded.resendIn': '{seconds}秒後に再送できます',
  'embedded.deviceTitle': 'この端末を確認',
  'embedded.deviceHeadline': 'メールのリンクを開いてください',
  'embedded.deviceText':
    '{email} にリンクを送りました。そのページに表示されるコードを、このあとここに入力します。',
  'embedded.waiting': '{count, plural, other {#件の依頼が待っています}}',
  'embedded.frameTitle': 'あなたのウォレット',
  'embedded.securityTitle': 'ウォレットとセキュリティ',
  'embedded.securityFailed': 'ウォレットのページを開けませんでした',
  'embedded.codeWrong':
    'コードが違うか、期限が切れています。もう一度入力するか、新しいメールを送ってください。',
  'embedded.denied': 'このサインインは、メールのリンクから中止されました。',
  'embedded.over': 'このサインインの時間が過ぎました。新しいメールを送ってください。',
  'embedded.mailFailed': 'メールを送信できませんでした。もう一度お試しください。',
  'embedded.walletClosed':
    'このブラウザーにはウォレットがなく、復元もできません。作成したブラウザーを使ってください。',
  'embedded.unreachable': 'ウォレットのサーバーに接続できません。もう一度お試しください。',
  'embedded.tooMany':
    '試行回数が多すぎます。{minutes, plural, other {#分}}後にもう一度お試しください。',
  'embedded.alertLoad':
    'ネットワークエラー：組み込みウォレットを読み込めませんでした|安全なフレームのサーバーが応答しませんでした。',
  'embedded.alertTimeout':
    '組み込みウォレットの応答がありません|安全なフレームが依頼に応答しませんでした。',
  'errors.embedded.load_failed': 'メールログインを読み込めません',
  'errors.embedded.no_connector': '認証コネクターが見つかりません',
  'errors.embedded.no_place':
    'このサイトのウォレット接続は正しく設定されていません。サイトに知らせてください。',
  'errors.embedded.request_failed': 'エラーが起きました',
  'errors.embedded.timed_out': '時間がかかりすぎました。もう一度お試しください。',
  'errors.embedded.aborted': '問題が起きました',
  'errors.embedded.invalid_email': 'メールアドレスではありません。',
  'errors.embedded.too_soon': '{seconds}秒後にもう一度お試しください',
  'errors.embedded.signed_out': 'ログインしていません。',
}
