import { type MailTexts } from './en.js'

export const tr: MailTexts = {
  codeSubject: '{site} için kodunuz: {code}',
  codeLead: '{site} sitesinde oturum açmak için bu kodu yazın:',
  codeWarning:
    '10 dakika geçerlidir. Kimseye vermeyin: sizden bunu isteyen kişi cüzdanınızı istiyor.',
  ignore: 'Bu e-postayı siz istemediyseniz yok sayın.',
  linkSubject: '{site} sitesinde oturum açın',
  linkLead:
    'Biri bu adresle yeni bir cihazda {site} sitesinde oturum açmak istiyor: {browser}, {time}.',
  linkButton: 'İsteğe bakın',
  linkNext: 'Bu sizseniz bağlantının sayfası size bir kod gösterir. Bağlantı 10 dakika geçerlidir.',
  noticeSubject: 'Cüzdanınız bir cihazda kurtarıldı',
  noticeLead: '{site} için cüzdanınızın kurtarması kullanıldı: {browser}, {time}.',
  noticeNext:
    'Bu siz değilseniz oturum açın, tüm cihazlarda oturumu kapatın ve cüzdandakileri taşıyın.',
  changeSubject: '{site} için cüzdanınız değiştirildi',
  splitLead:
    '{site} için cüzdanınızın kurtarma yöntemi değiştirildi: {browser}, {time}. Daha önce açan artık açmaz.',
  exportLead:
    '{site} için cüzdanınızın 24 kelimesi istendi: {browser}, {time}. Kelimeler kimdeyse cüzdan ondadır.',
  removeLead: '{site} için cüzdanınızdan bir cihaz kaldırıldı: {browser}, {time}.',
  signInAddedLead: '{site} cüzdanınıza bir oturum açma yolu eklendi: {browser}, {time}.',
  signInRemovedLead: '{site} cüzdanınızdan bir oturum açma yolu kaldırıldı: {browser}, {time}.',
  signInNext:
    'Bu siz değilseniz oturum açın, oturum açma yollarına bakın, tüm cihazlarda oturumu kapatın ve cüzdandakileri taşıyın.',
  deleteLead: '{site} için hesabınız cüzdanıyla birlikte silindi: {browser}, {time}.',
  deleteNext:
    'Bu siz değilseniz biri e-postanızı okuyor. Sakladıysanız cüzdanı artık yalnızca 24 kelime açar.',
  changeFromLead:
    'Birisi {site} cüzdanınızın e-posta adresini değiştirmek istiyor: {browser}, {time}. Bu sizseniz bu kodu yazın:',
  changeToLead: 'Bu adresi {site} cüzdanınız için kullanmak üzere bu kodu yazın:',
  changedLead:
    '{site} cüzdanınızın e-posta adresi değiştirildi: {browser}, {time}. Bu adres artık cüzdanı açmıyor.',
  changedNext:
    'Bu siz değilseniz değişikliği 72 saat içinde geri alın. O zamana kadar hiçbir şey dışa aktarılamaz ve yeni bir cihaz cüzdanı kurtaramaz.',
  undoButton: 'Değişikliği geri al',
  undoTitle: 'Eski adresi geri istiyor musunuz?',
  undoWarning: 'Tüm cihazlarda oturum kapatılır ve değişiklikten sonra eklenenler kaldırılır.',
  undoDone: 'Eski adres geri geldi. Onunla oturum açın.',
  undoGone: 'Bu bağlantı kullanılmış ya da süresi dolmuş. Adres olduğu gibi kalır.',
  unknownBrowser: 'bilinmeyen bir tarayıcı',
  pageTitle: 'Oturum açmak istiyor musunuz?',
  pageSite: 'Site',
  pageBrowser: 'Tarayıcı',
  pageTime: 'Saat',
  pageWarning:
    'Yalnızca adresinizi az önce bu sitede kendiniz yazdıysanız devam edin. Bu bağlantıyı size başka kimse göndermiş olmamalı.',
  pageApprove: 'Evet, kodu göster',
  pageDeny: 'Bu ben değildim',
  pageCode: 'Bu kodu başladığınız pencereye yazın:',
  pageDenied: 'Oturum açma durduruldu. Bu sayfayı kapatabilirsiniz.',
  deviceSubject: '{site} için yeni oturum',
  deviceLead: 'Biri {site} cüzdanınızda yeni bir cihazdan oturum açtı: {browser}, {time}.',
  socialBack: '{site} sitesine dönün. Bu pencere kapatılabilir.',
  socialGone:
    'Bu oturum açma sona erdi veya başka bir yerde başlatıldı. Başladığınız pencerede yeniden başlayın.',
  socialWarning:
    'Yalnızca az önce bu sitede ve bu tarayıcıda oturum açmayı seçtiyseniz devam edin. Sizi buraya başka kimse göndermemiş olmalı.',
  socialYes: 'Evet, oturum aç',
  pageGone: 'Bu bağlantı kullanılmış veya süresi dolmuş. Başladığınız pencerede yeniden başlayın.',
}
