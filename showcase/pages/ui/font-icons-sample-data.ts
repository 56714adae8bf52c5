/**
 * Names and code points of the glyphs of two icon fonts: `name:code`, with the code in hexadecimal. Font Awesome 4.7.0
 * (font SIL OFL 1.1) and the Glyphicons of Bootstrap 3.4.1. The glyphs and their aliases are facts of those fonts.
 */
export const FONT_AWESOME_CODES = `
adjust:f042 adn:f170 align-center:f037 align-justify:f039 align-left:f036 align-right:f038 ambulance:f0f9
anchor:f13d android:f17b apple:f179 archive:f187 arrows:f047 arrows-alt:f0b2 arrows-h:f07e arrows-v:f07d
asterisk:f069 backward:f04a ban:f05e bar-chart-o:f080 barcode:f02a bars:f0c9 beer:f0fc behance:f1b4
behance-square:f1b5 bell:f0f3 bell-o:f0a2 bitbucket:f171 bitbucket-square:f172 bold:f032 bolt:f0e7 bomb:f1e2
book:f02d bookmark:f02e bookmark-o:f097 briefcase:f0b1 btc:f15a bug:f188 building:f1ad building-o:f0f7
bullhorn:f0a1 bullseye:f140 calendar:f073 calendar-o:f133 camera:f030 camera-retro:f083 car:f1b9
caret-square-o-down:f150 caret-square-o-left:f191 caret-square-o-right:f152 caret-square-o-up:f151
certificate:f0a3 chain-broken:f127 check:f00c check-circle:f058 check-circle-o:f05d check-square:f14a
check-square-o:f046 child:f1ae circle:f111 circle-o:f10c circle-o-notch:f1ce circle-thin:f1db clipboard:f0ea
clock-o:f017 cloud:f0c2 cloud-download:f0ed cloud-upload:f0ee code:f121 code-fork:f126 codepen:f1cb coffee:f0f4
cog:f013 cogs:f085 columns:f0db comment:f075 comment-o:f0e5 comments:f086 comments-o:f0e6 compass:f14e
compress:f066 credit-card:f09d crop:f125 crosshairs:f05b css3:f13c cube:f1b2 cubes:f1b3 cutlery:f0f5
database:f1c0 delicious:f1a5 desktop:f108 deviantart:f1bd digg:f1a6 dot-circle-o:f192 download:f019
dribbble:f17d dropbox:f16b drupal:f1a9 eject:f052 ellipsis-h:f141 ellipsis-v:f142 empire:f1d1 envelope:f0e0
envelope-o:f003 envelope-square:f199 eraser:f12d eur:f153 exchange:f0ec exclamation:f12a exclamation-circle:f06a
exclamation-triangle:f071 expand:f065 external-link:f08e external-link-square:f14c eye:f06e eye-slash:f070
facebook:f09a facebook-square:f082 fast-backward:f049 fast-forward:f050 fax:f1ac female:f182 fighter-jet:f0fb
file:f15b file-archive-o:f1c6 file-audio-o:f1c7 file-code-o:f1c9 file-excel-o:f1c3 file-image-o:f1c5 file-o:f016
file-pdf-o:f1c1 file-powerpoint-o:f1c4 file-text:f15c file-text-o:f0f6 file-video-o:f1c8 file-word-o:f1c2
files-o:f0c5 film:f008 filter:f0b0 fire:f06d fire-extinguisher:f134 flag:f024 flag-checkered:f11e flag-o:f11d
flask:f0c3 flickr:f16e floppy-o:f0c7 folder:f07b folder-o:f114 folder-open:f07c folder-open-o:f115 font:f031
forward:f04e foursquare:f180 frown-o:f119 gamepad:f11b gavel:f0e3 gbp:f154 gift:f06b git:f1d3 git-square:f1d2
github:f09b github-alt:f113 github-square:f092 glass:f000 globe:f0ac google:f1a0 google-plus:f0d5
google-plus-square:f0d4 graduation-cap:f19d gratipay:f184 h-square:f0fd hacker-news:f1d4 hdd-o:f0a0 header:f1dc
headphones:f025 heart:f004 heart-o:f08a history:f1da home:f015 hospital-o:f0f8 html5:f13b inbox:f01c indent:f03c
info:f129 info-circle:f05a inr:f156 instagram:f16d italic:f033 joomla:f1aa jpy:f157 jsfiddle:f1cc key:f084
keyboard-o:f11c krw:f159 language:f1ab laptop:f109 leaf:f06c lemon-o:f094 level-down:f149 level-up:f148
life-ring:f1cd lightbulb-o:f0eb link:f0c1 linkedin:f0e1 linkedin-square:f08c linux:f17c list:f03a list-alt:f022
list-ol:f0cb list-ul:f0ca location-arrow:f124 lock:f023 magic:f0d0 magnet:f076 male:f183 map-marker:f041
maxcdn:f136 medkit:f0fa meh-o:f11a microphone:f130 microphone-slash:f131 minus:f068 minus-circle:f056
minus-square:f146 minus-square-o:f147 mobile:f10b money:f0d6 moon-o:f186 music:f001 openid:f19b outdent:f03b
pagelines:f18c paper-plane:f1d8 paper-plane-o:f1d9 paperclip:f0c6 paragraph:f1dd pause:f04c paw:f1b0 pencil:f040
pencil-square:f14b pencil-square-o:f044 phone:f095 phone-square:f098 picture-o:f03e pied-piper:f2ae
pied-piper-alt:f1a8 pied-piper-pp:f1a7 pinterest:f0d2 pinterest-square:f0d3 plane:f072 play:f04b
play-circle:f144 play-circle-o:f01d plus:f067 plus-circle:f055 plus-square:f0fe plus-square-o:f196
power-off:f011 print:f02f puzzle-piece:f12e qq:f1d6 qrcode:f029 question:f128 question-circle:f059
quote-left:f10d quote-right:f10e random:f074 rebel:f1d0 recycle:f1b8 reddit:f1a1 reddit-square:f1a2 refresh:f021
renren:f18b repeat:f01e reply:f112 reply-all:f122 retweet:f079 road:f018 rocket:f135 rss:f09e rss-square:f143
rub:f158 scissors:f0c4 search:f002 search-minus:f010 search-plus:f00e share:f064 share-alt:f1e0
share-alt-square:f1e1 share-square:f14d share-square-o:f045 shield:f132 shopping-cart:f07a sign-in:f090
sign-out:f08b signal:f012 sitemap:f0e8 skype:f17e slack:f198 sliders:f1de smile-o:f118 sort:f0dc
sort-alpha-asc:f15d sort-alpha-desc:f15e sort-amount-asc:f160 sort-amount-desc:f161 sort-asc:f0de sort-desc:f0dd
sort-numeric-asc:f162 sort-numeric-desc:f163 soundcloud:f1be space-shuttle:f197 spinner:f110 spoon:f1b1
spotify:f1bc square:f0c8 square-o:f096 stack-exchange:f18d stack-overflow:f16c star:f005 star-half:f089
star-half-o:f123 star-o:f006 steam:f1b6 steam-square:f1b7 step-backward:f048 step-forward:f051 stethoscope:f0f1
stop:f04d strikethrough:f0cc stumbleupon:f1a4 stumbleupon-circle:f1a3 subscript:f12c suitcase:f0f2 sun-o:f185
superscript:f12b table:f0ce tablet:f10a tachometer:f0e4 tag:f02b tags:f02c tasks:f0ae taxi:f1ba
tencent-weibo:f1d5 terminal:f120 text-height:f034 text-width:f035 th:f00a th-large:f009 th-list:f00b
thumb-tack:f08d thumbs-down:f165 thumbs-o-down:f088 thumbs-o-up:f087 thumbs-up:f164 ticket:f145 times:f00d
times-circle:f057 times-circle-o:f05c tint:f043 trash-o:f014 tree:f1bb trello:f181 trophy:f091 truck:f0d1
try:f195 tumblr:f173 tumblr-square:f174 twitter:f099 twitter-square:f081 umbrella:f0e9 underline:f0cd undo:f0e2
university:f19c unlock:f09c unlock-alt:f13e upload:f093 usd:f155 user:f007 user-md:f0f0 users:f0c0
video-camera:f03d vimeo-square:f194 vine:f1ca vk:f189 volume-down:f027 volume-off:f026 volume-up:f028 weibo:f18a
weixin:f1d7 wheelchair:f193 windows:f17a wordpress:f19a wrench:f0ad xing:f168 xing-square:f169 yahoo:f19e
youtube:f167 youtube-play:f16a youtube-square:f166
`;

/** Aliases of glyphs: `alias:name`. */
export const FONT_AWESOME_ALIASES = `
automobile:car bank:university cab:taxi file-movie-o:file-video-o file-photo-o:file-image-o
file-picture-o:file-image-o file-sound-o:file-audio-o file-zip-o:file-archive-o ge:empire institution:university
life-bouy:life-ring life-saver:life-ring mortar-board:graduation-cap ra:rebel send:paper-plane
send-o:paper-plane-o support:life-ring wechat:weixin dashboard:tachometer edit:pencil-square-o flash:bolt
gear:cog gears:cogs group:users image:picture-o legal:gavel mail-forward:share mail-reply:reply
mail-reply-all:reply-all mobile-phone:mobile navicon:bars photo:picture-o reorder:bars sort-down:sort-desc
sort-up:sort-asc star-half-empty:star-half-o star-half-full:star-half-o toggle-down:caret-square-o-down
toggle-left:caret-square-o-left toggle-right:caret-square-o-right toggle-up:caret-square-o-up unsorted:sort
warning:exclamation-triangle bitcoin:btc chain:link copy:files-o cut:scissors dedent:outdent paste:clipboard
rotate-left:undo rotate-right:repeat save:floppy-o unlink:chain-broken cny:jpy dollar:usd euro:eur rmb:jpy
rouble:rub ruble:rub rupee:inr turkish-lira:try won:krw yen:jpy gittip:gratipay
`;

export const FONT_AWESOME_71 = `
automobile bank behance behance-square bomb building cab car child circle-o-notch circle-thin codepen cube cubes
database delicious deviantart digg drupal empire envelope-square fax file-archive-o file-audio-o file-code-o
file-excel-o file-image-o file-movie-o file-pdf-o file-photo-o file-picture-o file-powerpoint-o file-sound-o
file-video-o file-word-o file-zip-o ge git git-square google graduation-cap hacker-news header history
institution joomla jsfiddle language life-bouy life-ring life-saver mortar-board openid paper-plane
paper-plane-o paragraph paw pied-piper pied-piper-alt pied-piper-pp qq ra rebel recycle reddit reddit-square
send send-o share-alt share-alt-square slack sliders soundcloud space-shuttle spoon spotify steam steam-square
stumbleupon stumbleupon-circle support taxi tencent-weibo tree university vine wechat weixin wordpress yahoo
`;

export const WEB_APPLICATION = `
adjust anchor archive arrows arrows-h arrows-v asterisk automobile ban bank bar-chart-o barcode bars beer bell
bell-o bolt bomb book bookmark bookmark-o briefcase bug building building-o bullhorn bullseye cab calendar
calendar-o camera camera-retro car caret-square-o-down caret-square-o-left caret-square-o-right
caret-square-o-up certificate check check-circle check-circle-o check-square check-square-o child circle
circle-o circle-o-notch circle-thin clock-o cloud cloud-download cloud-upload code code-fork coffee cog cogs
comment comment-o comments comments-o compass credit-card crop crosshairs cube cubes cutlery dashboard database
desktop dot-circle-o download edit ellipsis-h ellipsis-v envelope envelope-o envelope-square eraser exchange
exclamation exclamation-circle exclamation-triangle external-link external-link-square eye eye-slash fax female
fighter-jet file-archive-o file-audio-o file-code-o file-excel-o file-image-o file-movie-o file-pdf-o
file-photo-o file-picture-o file-powerpoint-o file-sound-o file-video-o file-word-o file-zip-o film filter fire
fire-extinguisher flag flag-checkered flag-o flash flask folder folder-o folder-open folder-open-o frown-o
gamepad gavel gear gears gift glass globe graduation-cap group hdd-o headphones heart heart-o history home image
inbox info info-circle institution key keyboard-o language laptop leaf legal lemon-o level-down level-up
life-bouy life-ring life-saver lightbulb-o location-arrow lock magic magnet mail-forward mail-reply
mail-reply-all male map-marker meh-o microphone microphone-slash minus minus-circle minus-square minus-square-o
mobile mobile-phone money moon-o mortar-board music navicon paper-plane paper-plane-o paw pencil pencil-square
pencil-square-o phone phone-square photo picture-o plane plus plus-circle plus-square plus-square-o power-off
print puzzle-piece qrcode question question-circle quote-left quote-right random recycle refresh reorder reply
reply-all retweet road rocket rss rss-square search search-minus search-plus send send-o share share-alt
share-alt-square share-square share-square-o shield shopping-cart sign-in sign-out signal sitemap sliders
smile-o sort sort-alpha-asc sort-alpha-desc sort-amount-asc sort-amount-desc sort-asc sort-desc sort-down
sort-numeric-asc sort-numeric-desc sort-up space-shuttle spinner spoon square square-o star star-half
star-half-empty star-half-full star-half-o star-o suitcase sun-o support tablet tachometer tag tags tasks taxi
terminal thumb-tack thumbs-down thumbs-o-down thumbs-o-up thumbs-up ticket times times-circle times-circle-o
tint toggle-down toggle-left toggle-right toggle-up trash-o tree trophy truck umbrella university unlock
unlock-alt unsorted upload user users video-camera volume-down volume-off volume-up warning wheelchair wrench
`;

export const SPINNER = `
circle-o-notch cog gear refresh spinner
`;

export const TEXT_EDITOR = `
align-center align-justify align-left align-right bold chain chain-broken clipboard columns copy cut dedent
eraser file file-o file-text file-text-o files-o floppy-o font header indent italic link list list-alt list-ol
list-ul outdent paperclip paragraph paste repeat rotate-left rotate-right save scissors strikethrough subscript
superscript table text-height text-width th th-large th-list underline undo unlink
`;

export const BRAND = `
adn android apple behance behance-square bitbucket bitbucket-square bitcoin btc codepen css3 delicious
deviantart digg dribbble dropbox drupal empire facebook facebook-square flickr foursquare ge git git-square
github github-alt github-square gittip google google-plus google-plus-square hacker-news html5 instagram joomla
jsfiddle linkedin linkedin-square linux maxcdn openid pagelines pied-piper pied-piper-alt pied-piper-pp
pinterest pinterest-square qq ra rebel reddit reddit-square renren share-alt share-alt-square skype slack
soundcloud spotify stack-exchange stack-overflow steam steam-square stumbleupon stumbleupon-circle tencent-weibo
trello tumblr tumblr-square twitter twitter-square vimeo-square vine vk wechat weibo weixin windows wordpress
xing xing-square yahoo youtube youtube-play youtube-square
`;

export const FILE_TYPE = `
file file-archive-o file-audio-o file-code-o file-excel-o file-image-o file-movie-o file-o file-pdf-o
file-photo-o file-picture-o file-powerpoint-o file-sound-o file-text file-text-o file-video-o file-word-o
file-zip-o
`;

export const FORM_CONTROL = `
check-square check-square-o circle circle-o dot-circle-o minus-square minus-square-o plus-square plus-square-o
square square-o
`;

export const CURRENCY = `
bitcoin btc cny dollar eur euro gbp inr jpy krw money rmb rouble rub ruble rupee try turkish-lira usd won yen
`;

export const VIDEO_PLAYER = `
arrows-alt backward compress eject expand fast-backward fast-forward forward pause play play-circle
play-circle-o step-backward step-forward stop youtube-play
`;

export const MEDICAL = `
ambulance h-square hospital-o medkit plus-square stethoscope user-md wheelchair
`;

/** The first 161 glyphs, the number that docs/sample-pages.md#icons lists. */
export const GLYPHICON_CODES = `
asterisk:002a plus:002b eur:20ac minus:2212 cloud:2601 envelope:2709 pencil:270f glass:e001 music:e002
search:e003 heart:e005 star:e006 star-empty:e007 user:e008 film:e009 th-large:e010 th:e011 th-list:e012 ok:e013
remove:e014 zoom-in:e015 zoom-out:e016 off:e017 signal:e018 cog:e019 trash:e020 home:e021 file:e022 time:e023
road:e024 download-alt:e025 download:e026 upload:e027 inbox:e028 play-circle:e029 repeat:e030 refresh:e031
list-alt:e032 lock:e033 flag:e034 headphones:e035 volume-off:e036 volume-down:e037 volume-up:e038 qrcode:e039
barcode:e040 tag:e041 tags:e042 book:e043 bookmark:e044 print:e045 camera:e046 font:e047 bold:e048 italic:e049
text-height:e050 text-width:e051 align-left:e052 align-center:e053 align-right:e054 align-justify:e055 list:e056
indent-left:e057 indent-right:e058 facetime-video:e059 picture:e060 map-marker:e062 adjust:e063 tint:e064
edit:e065 share:e066 check:e067 move:e068 step-backward:e069 fast-backward:e070 backward:e071 play:e072
pause:e073 stop:e074 forward:e075 fast-forward:e076 step-forward:e077 eject:e078 chevron-left:e079
chevron-right:e080 plus-sign:e081 minus-sign:e082 remove-sign:e083 ok-sign:e084 question-sign:e085
info-sign:e086 screenshot:e087 remove-circle:e088 ok-circle:e089 ban-circle:e090 arrow-left:e091
arrow-right:e092 arrow-up:e093 arrow-down:e094 share-alt:e095 resize-full:e096 resize-small:e097
exclamation-sign:e101 gift:e102 leaf:e103 fire:e104 eye-open:e105 eye-close:e106 warning-sign:e107 plane:e108
calendar:e109 random:e110 comment:e111 magnet:e112 chevron-up:e113 chevron-down:e114 retweet:e115
shopping-cart:e116 folder-close:e117 folder-open:e118 resize-vertical:e119 resize-horizontal:e120 hdd:e121
bullhorn:e122 bell:e123 certificate:e124 thumbs-up:e125 thumbs-down:e126 hand-right:e127 hand-left:e128
hand-up:e129 hand-down:e130 circle-arrow-right:e131 circle-arrow-left:e132 circle-arrow-up:e133
circle-arrow-down:e134 globe:e135 wrench:e136 tasks:e137 filter:e138 briefcase:e139 fullscreen:e140
dashboard:e141 paperclip:e142 heart-empty:e143 link:e144 phone:e145 pushpin:e146 usd:e148 gbp:e149 sort:e150
sort-by-alphabet:e151 sort-by-alphabet-alt:e152 sort-by-order:e153 sort-by-order-alt:e154
sort-by-attributes:e155 sort-by-attributes-alt:e156 unchecked:e157 expand:e158 collapse-down:e159
collapse-up:e160
`;
