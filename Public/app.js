// Loads the scripts. Each module is one behaviour; without any of them everything can be read and sent.

import "./pages.js";
import "./composer.js";
import "./send.js";
import "./reading.js";
import "./actions.js";
import "./beside.js";
import "./reload.js";
import "./list.js";
import "./keys.js";
import "./live.js";
import "./waits.js";
