// What makes the pages alive. Each module is one behaviour; without any of them everything can be read and sent.

import "./waiting.js";
import "./composer.js";
import "./send.js";
import "./opening.js";
import "./changes.js";
import "./menu.js";
import "./older.js";
import "./latest.js";
import "./insert-emoji.js";
